import { type GraphQLNamedType, isEnumType } from 'graphql';

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

/** The longest accepted bitmap, 32,000 bytes, in hex. */
const longestBitmap = 64_010;
/** Market names are questions of up to 300 characters, some of which take three bytes. */
const marketName = 600;

/** Fields that may be longer than their scalar; maximum bytes of their JSON. */
const fields: Readonly<Record<string, number>> = {
  'ClaimProof.signature': 400,
  'DataSource.description': 1000,
  'EncodedBitmap.bitmap': longestBitmap,
  'EnrichedHolding.image': 600,
  'FaucetGas.error': 1000,
  'FaucetUserError.message': 1000,
  'OracleAnswer.error': 1000,
  'PredictionMarket.displayName': marketName,
  'Raise.lead': 1000,
  'Raise.project': marketName,
  'RevealedBitmap.bitmap': longestBitmap,
  'SimulationFailure.message': 1000,
  'SourceAsset.name': marketName,
  'SubmitBitmapError.message': 1000,
  'SweepVariantFailure.message': 1000,
  '_Service.sdl': 200_000,
};

/**
 * Returns the maximum bytes of the JSON of one leaf.
 *
 * @param field - Type and field name: `Raise.lead`.
 */
export function leafBytes(field: string, type: GraphQLNamedType): number {
  const known = fields[field];
  if (known !== undefined) return known;
  if (isEnumType(type)) return 2 + Math.max(...type.getValues().map(({ name }) => name.length));
  return scalars[type.name] ?? 200;
}

/** The fields and scalars that this file lists; a test checks that they exist in the schema. */
export const knownLeaves = { fields: Object.keys(fields), scalars: Object.keys(scalars) };
