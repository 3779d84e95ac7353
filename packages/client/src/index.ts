/** Client of dtf-graph: typed requests, streams, and the actions of a player. */
export {
  bitmapHash,
  decodeBitmap,
  type EncodedBitmap,
  encodeBitmap,
  type Prediction,
} from './bitmap.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { DocumentInput, TypedDocument } from './documents.ts';
export {
  DtfGraphError,
  type ErrorDetails,
  NetworkError,
  SubmissionError,
  TimeoutError,
  TransactionError,
} from './dtf-graph-error.ts';
export { createError, type GraphqlResult, isTemporary } from './errors.ts';
export { usdcAbi, visionAbi } from './generated/abi.ts';
export * from './generated/errors.ts';
export * from './generated/operations.ts';
export type {
  BitmapChoice,
  JoinedBatch,
  JoinOptions,
  PaidClaim,
  PlayOptions,
  PlayStep,
} from './play.ts';
export {
  type BoundDocuments,
  createRequests,
  type Requests,
} from './requests.ts';
export type { StreamOptions, StreamState } from './streams.ts';
export { type ContractCall, sendTransaction, type Wallet } from './transactions.ts';
export {
  type CallOptions,
  createHttpTransport,
  type GraphqlRequest,
  type QueryOptions,
  type Transport,
} from './transport.ts';
export { formatWei, parseWei, weiToNumber } from './wei.ts';
