import { type GraphQLNamedType, isEnumType } from 'graphql';

/** Bytes of the JSON of a scalar, at most; texts of upstreams are taken to be no longer than this. */
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

/** A bitmap of 32,000 bytes, the longest that is taken, in hex. */
const longestBitmap = 64_010;
/** A name of a market: a question of 300 characters, some of three bytes. */
const marketName = 600;

/** Leaves that are longer, or known to be shorter, by field. */
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

/** Bytes of the JSON of one leaf, at most. */
export function leafBytes(field: string, type: GraphQLNamedType): number {
  const known = fields[field];
  if (known !== undefined) return known;
  if (isEnumType(type)) return 2 + Math.max(...type.getValues().map(({ name }) => name.length));
  return scalars[type.name] ?? 200;
}

/** The fields and scalars that this file knows, for the test that looks for them in the schema. */
export const knownLeaves = { fields: Object.keys(fields), scalars: Object.keys(scalars) };
