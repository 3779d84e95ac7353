import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { parseAddress, parseBytes32 } from '../core/units.ts';

/** A scalar that is text on the wire; `parse` gives null for text that is not one. */
function textScalar<T extends string>(
  name: string,
  expected: string,
  parse: (text: string) => T | null,
): GraphQLScalarType {
  const accept = (value: unknown): T => {
    const parsed = typeof value === 'string' ? parse(value) : null;
    if (parsed === null) throw new GraphQLError(`${name} must be ${expected}`);
    return parsed;
  };
  return new GraphQLScalarType({
    name,
    serialize: accept,
    parseValue: accept,
    parseLiteral: (node: ValueNode) => accept(node.kind === Kind.STRING ? node.value : undefined),
  });
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);

function calendarDay(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** The latest second that an ECMAScript date can hold. */
const lastSecond = 8_640_000_000_000;

function acceptSeconds(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= lastSecond) {
    return value;
  }
  throw new GraphQLError('UnixSeconds must be a whole number of seconds, not negative');
}

/** The custom scalars of `schema/base.graphql`. */
export const scalars: Readonly<Record<string, GraphQLScalarType>> = {
  Wei: textScalar('Wei', 'a whole number as a decimal string', matching(/^-?\d{1,78}$/)),
  Bytes32: textScalar('Bytes32', '0x and 64 hex digits', parseBytes32),
  Address: textScalar('Address', '0x and 40 hex digits', parseAddress),
  Hex: textScalar('Hex', '0x and an even number of hex digits', matching(/^0x([0-9a-fA-F]{2})*$/)),
  Date: textScalar('Date', 'a calendar day YYYY-MM-DD', calendarDay),
  DateTime: textScalar('DateTime', 'an ISO 8601 time', (text) =>
    Number.isNaN(Date.parse(text)) ? null : text,
  ),
  UnixSeconds: new GraphQLScalarType({
    name: 'UnixSeconds',
    serialize: acceptSeconds,
    parseValue: acceptSeconds,
    parseLiteral: (node) => acceptSeconds(node.kind === Kind.INT ? Number(node.value) : undefined),
  }),
};
