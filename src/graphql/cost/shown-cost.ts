import type { RequestInfo } from '../../http/request-info.ts';
import type { ResponseHeaders } from '../../http/response/http-response.ts';
import { documentLimits } from '../validation/document-limits.ts';

/** What an operation cost, as `extensions.cost` shows it; all in objects. */
export type ShownCost = {
  /** The estimate before the execution, which the client is charged. */
  readonly requested: number;
  /** What the result has. */
  readonly actual: number;
  /** The most that one operation may request. */
  readonly limit: number;
};

/** Whether a client asks for `extensions.cost`, by the header `GraphQL-Cost: 1`. */
export const wantsCost = ({ headers }: Pick<RequestInfo, 'headers'>): boolean =>
  headers['graphql-cost'] === '1';

/** Whether a client asks for the cost without the execution, by the header `GraphQL-Cost: estimate`. */
export const wantsEstimate = ({ headers }: Pick<RequestInfo, 'headers'>): boolean =>
  headers['graphql-cost'] === 'estimate';

const limit = String(documentLimits.objects);

/** Returns the headers that state what the client is charged; 0 for a request not executed. */
export const costHeaders = (charged: number): ResponseHeaders => ({
  'X-Cost': String(charged),
  'X-Cost-Limit': limit,
});
