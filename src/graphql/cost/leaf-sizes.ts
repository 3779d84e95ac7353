import { type GraphQLNamedType, isEnumType } from 'graphql';
import type { SchemaCostHints } from './cost-hints.ts';

/** Maximum bytes of a scalar's JSON. Strings of upstreams are assumed not to be longer. */
const scalars: Readonly<Record<string, number>> = {
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
  return scalars[type.name] ?? 200;
}

/** The scalars of known size; a test checks that they are those of the schema. */
export const knownSizeScalarNames = Object.keys(scalars);
