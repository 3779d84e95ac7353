import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';

/** The arguments of a list field. */
export type ListArgumentReader = {
  /** Whether the document gives the argument. */
  readonly isWritten: (name: string) => boolean;
  /** The argument's value, or its default. */
  readonly read: (name: string) => unknown;
};

/** List lengths from upstream data, by field: `Order.items`. */
export type KnownListLengths = Readonly<Record<string, number>>;

/** Reads lengths of lists below a root field from upstream data. `read` returns its arguments. */
export type ReadListLengths<C> = (
  read: (argument: string) => unknown,
  context: C,
) => Promise<KnownListLengths | null>;

/** Length readers by type and field name, for example `Query.items`. */
export type LengthReadersByRootField<C> = Readonly<Record<string, ReadListLengths<C>>>;

/** Maximum length of a list, or a function of its arguments. */
export type MaxListLength = number | ((list: ListArgumentReader) => number);

/** What a domain states about the size of its part of a response. */
export type CostHints = {
  /** Maximum lengths of lists without a count argument, by field. */
  readonly listLengths?: Readonly<Record<string, MaxListLength>>;
  /** Upstream reads that a list needs for its order or filter, in objects; by field. */
  readonly readsToSort?: Readonly<Record<string, (list: ListArgumentReader) => number>>;
  /** Weights of objects that cost less than one upstream read, by type; others weigh 1. */
  readonly objectWeights?: Readonly<Record<string, number>>;
  /** Maximum bytes of the JSON of leaves that may be longer than their scalar, by field. */
  readonly leafBytes?: Readonly<Record<string, number>>;
};

const secondsPerDay = 86_400;
/** Start of the data node's histories: 2020-01-01. */
const startOfHistory = 1_577_836_800;
/** Days from 2020 into March 2028; a series has one point per day. */
export const maxDailySeriesPoints = 3000;
const endOfHistory = startOfHistory + maxDailySeriesPoints * secondsPerDay;
/** Maximum points of a short window: one per 5 minutes for 2 days, one per hour for 31 days. */
const shortWindow = 750;
/** Points of the data node's default window when `from` is omitted: a week, one per 5 minutes. */
const standardWindow = 2016;

const secondsOr = (value: unknown, standard: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : standard;

/** Bytes of a name of up to 300 characters, some of which take three bytes. */
export const estimatedLongNameBytes = 600;

/** Bytes of a text of up to 2,000 Unicode characters, each of which takes up to four bytes. */
export const estimatedTextBytes = 8002;

/** Bytes of a URL of up to 2,000 characters. */
export const maxUrlBytes = 2002;

/** Maximum number of points of a history between the times `from` and `to`. */
export const maxTimeWindowPoints: MaxListLength = ({ isWritten, read }) => {
  if (!isWritten('from')) return standardWindow;
  const from = Math.max(startOfHistory, secondsOr(read('from'), startOfHistory));
  const to = Math.min(endOfHistory, secondsOr(read('to'), endOfHistory));
  return Math.max(shortWindow, Math.ceil((to - from) / secondsPerDay) + 2);
};

/** A length by the value of an argument, which may have any type: variables are not validated yet. */
export const listLengthByArgumentValue =
  (argument: string, lengths: KnownListLengths, longest: number): MaxListLength =>
  ({ read }) => {
    const value = read(argument);
    const isKnown = typeof value === 'string' && Object.hasOwn(lengths, value);
    return (isKnown ? lengths[value] : undefined) ?? longest;
  };

/** A length that an argument states; the longest when it states none. */
export const listLengthByNumber =
  (argument: string, longest: number): MaxListLength =>
  ({ read }) => {
    const value = read(argument);
    return typeof value === 'number' ? Math.max(0, Math.min(value, longest)) : longest;
  };

/** The cost hints of all domains. */
export type SchemaCostHints = Required<CostHints>;

const extensionName = 'costHints';

/** Adds all domains' hints to a schema. @throws {Error} a hint names an unknown field or type. */
export function addCostHints(schema: GraphQLSchema, all: readonly CostHints[]): GraphQLSchema {
  const hints: SchemaCostHints = {
    listLengths: Object.assign({}, ...all.map(({ listLengths }) => listLengths)),
    readsToSort: Object.assign({}, ...all.map(({ readsToSort }) => readsToSort)),
    objectWeights: Object.assign({}, ...all.map(({ objectWeights }) => objectWeights)),
    leafBytes: Object.assign({}, ...all.map(({ leafBytes }) => leafBytes)),
  };
  const typeOf = (name: string) => {
    const [type = '', field = ''] = name.split('.');
    const owner = schema.getType(type);
    return isObjectType(owner) ? owner.getFields()[field]?.type : undefined;
  };
  const wrong = [
    ...Object.keys(hints.listLengths).filter((name) => !typeOf(name)),
    ...Object.keys(hints.readsToSort).filter((name) => !typeOf(name)),
    ...Object.keys(hints.objectWeights).filter((name) => !isObjectType(schema.getType(name))),
    ...Object.keys(hints.leafBytes).filter((name) => {
      const type = typeOf(name);
      return !type || isListType(type) || !isLeafType(getNamedType(type));
    }),
  ];
  if (wrong.length > 0) throw new Error(`cost hints name what the schema lacks: ${wrong.join()}`);
  schema.extensions = { ...schema.extensions, [extensionName]: hints };
  return schema;
}

const noHints: SchemaCostHints = {
  listLengths: {},
  readsToSort: {},
  objectWeights: {},
  leafBytes: {},
};

/** Returns the hints that were added to a schema. */
export const getCostHints = ({ extensions }: GraphQLSchema): SchemaCostHints =>
  (extensions[extensionName] as SchemaCostHints | undefined) ?? noHints;

const assumedLength = 100;

/** Estimates the maximum length of a list whose arguments do not state it. */
export function estimateListLength(
  length: MaxListLength = assumedLength,
  list: ListArgumentReader,
): number {
  return typeof length === 'number' ? length : length(list);
}

/** Introspection needs no upstream data. */
const introspectionWeight = 0.01;

/** The weight of one object of a type; its leaves are counted separately. */
export const typeWeight = (type: string, { objectWeights }: SchemaCostHints): number =>
  type.startsWith('__') ? introspectionWeight : (objectWeights[type] ?? 1);

/** The weight of one leaf. */
export const leafWeight = 0.01;
/** The weight of one leaf that may wait for an upstream; it takes several promises then. */
export const asyncLeafWeight = 0.1;

/** Maximum bytes of a scalar's JSON. Strings of upstreams are assumed not to be longer. */
export const scalarBytes: Readonly<Record<string, number>> = {
  Address: 44,
  Boolean: 5,
  Bytes32: 68,
  Date: 12,
  DateTime: 40,
  /** The longest double is `-1.7976931348623157e+308`. */
  Float: 24,
  Hex: 400,
  ID: 200,
  Int: 11,
  String: 200,
  UnixSeconds: 14,
  Wei: 81,
};

const sdlBytes = 200_000;

/** Returns the maximum bytes of the JSON of one leaf, by type and field: `Order.note`. */
export function leafBytes(
  field: string,
  type: GraphQLNamedType,
  { leafBytes: known }: SchemaCostHints,
): number {
  if (field === '_Service.sdl') return sdlBytes;
  if (known[field] !== undefined) return known[field];
  if (isEnumType(type)) return 2 + Math.max(...type.getValues().map(({ name }) => name.length));
  return scalarBytes[type.name] ?? 200;
}
