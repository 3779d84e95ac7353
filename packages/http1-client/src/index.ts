export {
  type ConnectionReusePolicy,
  createConnectionReusePolicy,
  createConnectionReuseRegistry,
} from './connection-reuse.ts';
export { createHttp1Pool, type Http1Pool } from './pool.ts';
export type { Http1Request, RequestHandle, ResponseHandler, ResponseHead } from './types.ts';
