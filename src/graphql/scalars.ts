import {
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
  Kind,
  print,
  type ValueNode,
} from 'graphql';
import { exampleWallet } from '../http/openapi-examples.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { encodeGlobalId, parseIdOrKey } from '../lib/global-id.ts';
import { ensureIsoOffset, isCalendarDay } from '../lib/parse.ts';
import type { ScalarDescription } from '../lib/scalar-description.ts';
import { parseAddress, parseBytes32 } from '../lib/units.ts';

type Parse = (value: unknown) => string | number | null;

type Rules = { readonly name: string; readonly expected: string };

const errorOf = ({ name, expected }: Rules) => `${name} must be ${expected}`;

/**
 * Creates a scalar whose errors state the valid form.
 *
 * @param serialize - Parses values of resolvers, if upstreams may send forms that clients may not.
 */
function scalar(rules: Rules, parse: Parse, serialize = parse): GraphQLScalarType {
  const { name } = rules;
  const rule = errorOf(rules);
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
    return parseAddress(parseIdOrKey('Portfolio', value, 'Address'));
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

/** A custom scalar and what its documentation says about it. */
type Documented = Rules & Pick<ScalarDescription, 'range' | 'examples' | 'invalid'>;

const documented = {
  Wei: {
    name: 'Wei',
    expected: 'a whole number as a decimal string',
    range: '1 to 78 digits, with - before a negative amount',
    examples: ['0', '1500000000000000000', '-20000000000000000'],
    invalid: '1.5',
  },
  Bytes32: {
    name: 'Bytes32',
    expected: '0x followed by 64 hex digits',
    range: 'exactly 32 bytes, in any case on input',
    examples: [`0x${'0'.repeat(63)}1`],
    invalid: '0x1',
  },
  Address: {
    name: 'Address',
    expected: '0x followed by 40 hex digits, or a global id of Portfolio',
    range: 'exactly 20 bytes',
    examples: [exampleWallet, encodeGlobalId('Portfolio', exampleWallet)],
    invalid: '0xf39F',
  },
  Hex: {
    name: 'Hex',
    expected: '0x followed by an even number of hex digits',
    range: 'any number of whole bytes, none included',
    examples: ['0x', '0x00ff'],
    invalid: '0x0',
  },
  Date: {
    name: 'Date',
    expected: 'a calendar day YYYY-MM-DD',
    range: 'days that the Gregorian calendar has, without a time zone',
    examples: ['2026-01-31', '2024-02-29'],
    invalid: '2026-02-30',
  },
  DateTime: {
    name: 'DateTime',
    expected: 'an ISO 8601 time with an offset',
    range: 'to the nanosecond at most; seconds and fractions may be left out',
    examples: ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00'],
    invalid: '2026-01-31T12:00:00',
  },
  UnixSeconds: {
    name: 'UnixSeconds',
    expected: `a whole number of seconds from 0 to ${lastSecond}`,
    range: `0 to ${lastSecond}`,
    examples: [0, 1_769_860_800],
    invalid: -1,
  },
} as const satisfies Readonly<Record<string, Documented>>;

const all = [
  scalar(documented.Wei, matching(/^-?\d{1,78}$/)),
  scalar(documented.Bytes32, text(parseBytes32)),
  scalar(documented.Address, text(parseAddressInput), text(parseAddress)),
  scalar(documented.Hex, matching(/^0x([0-9a-fA-F]{2})*$/)),
  scalar(
    documented.Date,
    text((day) => (isCalendarDay(day) ? day : null)),
  ),
  scalar(documented.DateTime, matching(withOffset), text(ensureIsoOffset)),
  scalar(documented.UnixSeconds, wholeSeconds),
];

/** The custom scalars of `schema/base.graphql`. */
export const scalarTypes: Readonly<Record<string, GraphQLScalarType>> = Object.fromEntries(
  all.map((one) => [one.name, one]),
);

/** Describes a schema's custom scalars for the page `/docs/scalars`. */
export const listScalarDescriptions = (schema: GraphQLSchema): readonly ScalarDescription[] =>
  Object.values(documented).map((rules) => {
    const type = schema.getType(rules.name);
    const description = (isScalarType(type) && type.description) || '';
    return { ...rules, description, format: rules.expected, error: errorOf(rules) };
  });
