export { skipBlanks, withoutBlanksBehind } from './blanks.ts';
export type { AnswerHandler, AnswerHead, Exchange, Request } from './exchange.ts';
export { createHttp1Pool, type Http1Pool } from './pool.ts';
export { createOriginTrust, createOriginTrusts, type OriginTrust } from './reuse/origin-trust.ts';
