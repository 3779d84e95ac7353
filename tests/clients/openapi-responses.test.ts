import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '../../src/lib/parse.ts';
import { parseEventStream, sendRequest } from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

type Content = Readonly<Record<string, { readonly schema: AnySchemaObject }>>;
type Operation = { readonly responses: Readonly<Record<string, { readonly content?: Content }>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: AnySchemaObject };
};

let world: FaultyWorld;
let served: Document;
let ajv: Ajv2020;
beforeAll(async () => {
  world = await startFaultyWorld();
  served = (await (await fetch(`${world.gateway.url}/openapi.json`)).json()) as Document;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Adds that an object has no other fields than those of its schema: the document leaves that open,
 * so that a new field breaks no client, but every field of today is in it.
 */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (!isRecord(schema)) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, close(one)]));
  const isOpen = 'additionalProperties' in schema || !isRecord(schema.properties);
  return isOpen ? closed : { ...closed, additionalProperties: false };
}

const byPath = (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return served.paths[path.replaceAll('{*', '{')]?.[method.toLowerCase()];
};

const read = routeCases.filter(({ route }) => !route.includes('{*'));
test.each(read)('behavior: ajv finds the response of $path as documented', async (asked) => {
  const seen = await sendRequest(world.gateway.url, asked);
  expect(seen.status, seen.text).toBe(200);
  const [media = '', content] =
    Object.entries(byPath(asked.route)?.responses[200]?.content ?? {})[0] ?? [];
  const { discriminator: _discriminator, ...schema }: Record<string, unknown> = {
    ...content?.schema,
    components: served.components,
  };
  const validate = ajv.compile(close(schema) as AnySchemaObject);
  const isStream = media === 'text/event-stream';
  const bodies: readonly unknown[] = isStream
    ? parseEventStream(seen.text)
    : [JSON.parse(seen.text)];
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) {
    validate(body);
    expect(validate.errors).toBeNull();
  }
});
