import {
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
  Kind,
  print,
  type ValueNode,
} from 'graphql';
import { ensureIsoOffset, isCalendarDay } from '../lib/parse.ts';
import type { ScalarDescription } from '../lib/scalar-description.ts';
import { parseBytes32 } from '../lib/units.ts';

/** Parses a value; null for an invalid one. */
export type ParseScalar = (value: unknown) => string | number | null;

/** A custom scalar: what its documentation says about it, and its parsers. */
export type ScalarDefinition = Omit<ScalarDescription, 'description' | 'error'> & {
  /** Parses values of clients. */
  readonly parse: ParseScalar;
  /** Parses values of resolvers, if upstreams may send forms that clients may not. */
  readonly serialize?: ParseScalar;
};

const errorOf = ({ name, format }: ScalarDefinition) => `${name} must be ${format}`;

/** Creates a scalar whose errors state the valid form. */
function createScalar(definition: ScalarDefinition): GraphQLScalarType {
  const { name, parse, serialize = parse } = definition;
  const rule = errorOf(definition);
  const accepting = (read: ParseScalar) => (value: unknown) => {
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
  (parse: (text: string) => string | null): ParseScalar =>
  (value) =>
    typeof value === 'string' ? parse(value) : null;

const matching = (pattern: RegExp) => text((value) => (pattern.test(value) ? value : null));

const withOffset =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The last second that an ECMAScript date can represent. */
const lastSecond = 8_640_000_000_000;

const wholeSeconds: ParseScalar = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= lastSecond
    ? value
    : null;

const definitions: readonly ScalarDefinition[] = [
  {
    name: 'Wei',
    format: 'a whole number as a decimal string',
    range: '1 to 78 digits, with - before a negative amount',
    examples: ['0', '1500000000000000000', '-20000000000000000'],
    invalid: '1.5',
    parse: matching(/^-?\d{1,78}$/),
  },
  {
    name: 'Bytes32',
    format: '0x followed by 64 hex digits',
    range: 'exactly 32 bytes, in any case on input',
    examples: [`0x${'0'.repeat(63)}1`],
    invalid: '0x1',
    parse: text(parseBytes32),
  },
  {
    name: 'Hex',
    format: '0x followed by an even number of hex digits',
    range: 'any number of whole bytes, none included',
    examples: ['0x', '0x00ff'],
    invalid: '0x0',
    parse: matching(/^0x([0-9a-fA-F]{2})*$/),
  },
  {
    name: 'Date',
    format: 'a calendar day YYYY-MM-DD',
    range: 'days that the Gregorian calendar has, without a time zone',
    examples: ['2026-01-31', '2024-02-29'],
    invalid: '2026-02-30',
    parse: text((day) => (isCalendarDay(day) ? day : null)),
  },
  {
    name: 'DateTime',
    format: 'an ISO 8601 time with an offset',
    range: 'to the nanosecond at most; seconds and fractions may be left out',
    examples: ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00'],
    invalid: '2026-01-31T12:00:00',
    parse: matching(withOffset),
    serialize: text(ensureIsoOffset),
  },
  {
    name: 'UnixSeconds',
    format: `a whole number of seconds from 0 to ${lastSecond}`,
    range: `0 to ${lastSecond}`,
    examples: [0, 1_769_860_800],
    invalid: -1,
    parse: wholeSeconds,
  },
];

/** Domains that define scalars of their own. */
type WithScalars = readonly { readonly scalars?: readonly ScalarDefinition[] }[];

const allDefinitions = (modules: WithScalars) => [
  ...definitions,
  ...modules.flatMap(({ scalars = [] }) => scalars),
];

/** Creates the custom scalars of `schema/base.graphql`: the common ones and those of the domains. */
export const createScalarTypes = (
  modules: WithScalars,
): Readonly<Record<string, GraphQLScalarType>> =>
  Object.fromEntries(
    allDefinitions(modules).map((definition) => [definition.name, createScalar(definition)]),
  );

/** Describes a schema's custom scalars for the page `/docs/scalars`. */
export const listScalarDescriptions = (
  schema: GraphQLSchema,
  modules: WithScalars,
): readonly ScalarDescription[] =>
  allDefinitions(modules).map((definition) => {
    const type = schema.getType(definition.name);
    const description = (isScalarType(type) && type.description) || '';
    return { ...definition, description, error: errorOf(definition) };
  });
