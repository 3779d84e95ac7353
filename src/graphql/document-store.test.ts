import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { createDocumentStore } from './document-store.ts';

const schema = buildSchema('type Query { a: Int }');

function createCounted(maxBytes: number) {
  const parsed: string[] = [];
  const check = createDocumentStore(
    {
      parse: (text) => {
        parsed.push(text);
        return parse(text);
      },
      validate: (document) => validate(schema, document),
    },
    maxBytes,
  );
  return { check, parsed };
}

test.each(['{ a }', '{ b }', '{'])('default: %s is stored when it comes again', (text) => {
  const { check, parsed } = createCounted(100_000);
  const first = check(text);
  const second = check(text);
  expect(check(text)).toBe(second);
  expect(second.errors?.[0]?.message).toBe(first.errors?.[0]?.message);
  expect(parsed).toHaveLength(2);
});

test('behavior: long documents displace others', () => {
  const { check, parsed } = createCounted(10_000);
  const long = `{ a } # ${'x'.repeat(60)}`;
  for (const text of ['{ a }', '{ a }', long, long, '{ a }']) check(text);
  expect(parsed).toHaveLength(5);
});
