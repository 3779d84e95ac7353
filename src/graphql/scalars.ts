import { GraphQLError, GraphQLScalarType, Kind, print, type ValueNode } from 'graphql';
import { InvalidInputError } from '../lib/errors.ts';
import { naturalKeyOf } from '../lib/global-id.ts';
import { ensureIsoOffset, isCalendarDay } from '../lib/parse.ts';
import { parseAddress, parseBytes32 } from '../lib/units.ts';

/** Parses a value; null when it is invalid. */
type Parse = (value: unknown) => string | number | null;

type Rules = { readonly name: string; readonly expected: string };

/**
 * Creates a scalar whose errors state the valid form. GraphQL prefixes them with the variable's
 * name; for literals, which it does not prefix, `parseLiteral` adds the same text.
 *
 * @param serialize - Parses values of resolvers, where upstreams send forms that clients may not.
 */
function scalar({ name, expected }: Rules, parse: Parse, serialize = parse): GraphQLScalarType {
  const rule = `${name} must be ${expected}`;
  const accepting = (read: Parse) => (value: unknown) => {
    const parsed = read(value);
    if (parsed === null) throw new GraphQLError(rule);
    return parsed;
  };
  return new GraphQLScalarType({
    name,
    serialize: accepting(serialize),
    parseValue: accepting(parse),
    parseLiteral: (node) => {
      const parsed = parse(literal(node));
      if (parsed !== null) return parsed;
      const message = `Expected value of type "${name}", found ${print(node)}; ${rule}`;
      throw new GraphQLError(message, { nodes: node });
    },
  });
}

function literal(node: ValueNode): unknown {
  if (node.kind === Kind.STRING) return node.value;
  return node.kind === Kind.INT ? Number(node.value) : undefined;
}

const text =
  (parse: (text: string) => string | null): Parse =>
  (value) =>
    typeof value === 'string' ? parse(value) : null;

const matching = (pattern: RegExp) => text((value) => (pattern.test(value) ? value : null));

const withOffset =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Parses an address, or the global id of the wallet's portfolio. */
function parseAddressInput(value: string): string | null {
  try {
    return parseAddress(naturalKeyOf('Portfolio', value, 'Address'));
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: error.code } });
  }
}

/** The last second that an ECMAScript date can represent. */
const lastSecond = 8_640_000_000_000;

const wholeSeconds: Parse = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= lastSecond
    ? value
    : null;

const all = [
  scalar({ name: 'Wei', expected: 'a whole number as a decimal string' }, matching(/^-?\d{1,78}$/)),
  scalar({ name: 'Bytes32', expected: '0x followed by 64 hex digits' }, text(parseBytes32)),
  scalar(
    { name: 'Address', expected: '0x followed by 40 hex digits, or a global id of Portfolio' },
    text(parseAddressInput),
    text(parseAddress),
  ),
  scalar(
    { name: 'Hex', expected: '0x followed by an even number of hex digits' },
    matching(/^0x([0-9a-fA-F]{2})*$/),
  ),
  scalar(
    { name: 'Date', expected: 'a calendar day YYYY-MM-DD' },
    text((day) => (isCalendarDay(day) ? day : null)),
  ),
  scalar(
    { name: 'DateTime', expected: 'an ISO 8601 time with an offset' },
    matching(withOffset),
    text(ensureIsoOffset),
  ),
  scalar(
    { name: 'UnixSeconds', expected: `a whole number of seconds from 0 to ${lastSecond}` },
    wholeSeconds,
  ),
];

/** The custom scalars of `schema/base.graphql`. */
export const scalarTypes: Readonly<Record<string, GraphQLScalarType>> = Object.fromEntries(
  all.map((one) => [one.name, one]),
);
