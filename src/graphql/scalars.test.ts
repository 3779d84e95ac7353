import { GraphQLError, parseValue } from 'graphql';
import { describe, expect, test } from 'vitest';
import { domainModules } from '../domains/index.ts';
import { decodeGlobalId } from '../lib/global-id.ts';
import { createScalarTypes, listScalarDescriptions } from './scalars.ts';
import { createSchema } from './schema.ts';

const scalar = (name: string) => {
  const found = createScalarTypes(domainModules)[name];
  if (!found) throw new Error(`no scalar ${name}`);
  return found;
};

describe('custom scalars', () => {
  test('default: a value is accepted as a variable and as a literal', () => {
    expect(scalar('UnixSeconds').parseValue(5)).toBe(5);
    expect(scalar('UnixSeconds').parseLiteral(parseValue('5'))).toBe(5);
    expect(scalar('Date').parseLiteral(parseValue('"2026-01-31"'))).toBe('2026-01-31');
  });

  test('error: an invalid literal is rejected with its location', () => {
    try {
      scalar('UnixSeconds').parseLiteral(parseValue('\n 99999999999999'));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GraphQLError);
      expect((error as GraphQLError).toJSON()).toEqual({
        message:
          'Expected value of type "UnixSeconds", found 99999999999999; UnixSeconds must be a whole number of seconds from 0 to 8640000000000',
        locations: [{ line: 2, column: 2 }],
      });
    }
  });

  test.each(['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123456789+02:00'])(
    'default: %s is valid as input and output',
    (time) => {
      expect(scalar('DateTime').parseValue(time)).toBe(time);
      expect(scalar('DateTime').serialize(time)).toBe(time);
    },
  );

  test('behavior: seconds may be left out of an input', () => {
    expect(scalar('DateTime').parseValue('2026-01-31T12:00Z')).toBe('2026-01-31T12:00Z');
  });

  test.each([
    '2026-01-31T12:00:00',
    '2026-01-31',
    '31 Jan 2026',
    '2026',
    '2026-13-01T00:00:00Z',
    5,
    null,
  ])('error: a client may not send %s as a time', (time) => {
    expect(() => scalar('DateTime').parseValue(time)).toThrow(
      'DateTime must be an ISO 8601 time with an offset',
    );
  });

  test.each([
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00Z'],
    // RFC 3339 §5.6: a time has seconds.
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00Z'],
    ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.5+00:00'],
    ['2026-01-31 12:00:00+02:00', '2026-01-31T12:00:00+02:00'],
    ['2026-01-31', '2026-01-31T00:00:00Z'],
  ])('behavior: %s of an upstream is returned as %s', (time, told) => {
    expect(scalar('DateTime').serialize(time)).toBe(told);
  });

  test.each(['31 Jan 2026', '2026-02-30T00:00:00Z'])('error: %s is not returned', (time) => {
    expect(() => scalar('DateTime').serialize(time)).toThrow('ISO 8601');
  });

  test.each(listScalarDescriptions(createSchema(domainModules), domainModules))(
    'default: the documented examples of $name are valid, and its invalid one is refused',
    ({ name, examples, invalid, error }) => {
      // An address may be given as a global id that contains it.
      const values = examples.map((one) => decodeGlobalId(String(one))?.key ?? one);
      expect(examples.map((one) => scalar(name).parseValue(one))).toEqual(values);
      expect(values.map((one) => scalar(name).serialize(one))).toEqual(values);
      expect(() => scalar(name).parseValue(invalid)).toThrow(error);
    },
  );
});
