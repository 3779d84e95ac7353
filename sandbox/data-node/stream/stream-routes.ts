import {
  createEventStreamResponse,
  ServiceError,
  type ServiceRoute,
} from '../../lib/http-service.ts';
import { type DataNodeState, rankDtfsByAum } from '../data-node-state.ts';
import { parseListParam } from '../query-params.ts';
import { weiToNumber } from '../wire-format/format-decimal.ts';
import { pollChanges, type StreamTopic } from './poll-changes.ts';

const PERIOD_MS = 1_000;

/** Payload of the topic `system`. */
export type SystemReport = { readonly status: string; readonly chain_head: number };

/**
 * Routes of the event stream with the topics `nav` and `system`. Each is sent only when it has
 * changed.
 */
export function createStreamRoutes(
  state: DataNodeState,
  report: () => SystemReport,
): readonly ServiceRoute[] {
  const topics = new Map<string, StreamTopic>([
    ['nav', { event: 'itp-nav', read: () => navPayload(state) }],
    ['system', { event: 'system-status', read: report }],
  ]);
  const options = (signal: AbortSignal) => ({ periodMs: PERIOD_MS, signal });
  return [
    {
      method: 'GET',
      path: '/sse/stream',
      handle({ query, signal }) {
        const chosen = parseListParam(query, 'topics').flatMap((name) => topics.get(name) ?? []);
        if (chosen.length === 0) {
          throw new ServiceError(400, `topics must name some of ${[...topics.keys()].join(', ')}`);
        }
        return createEventStreamResponse(pollChanges(chosen, options(signal)));
      },
    },
    {
      method: 'GET',
      path: '/sse/system-status',
      handle: ({ signal }) =>
        createEventStreamResponse(
          pollChanges([{ event: 'system-status', read: report }], options(signal)),
        ),
    },
  ];
}

function navPayload(state: DataNodeState) {
  return rankDtfsByAum(state).map(({ dtf, nav, aum }) => ({
    itp_id: dtf.itpId,
    name: dtf.name,
    symbol: dtf.symbol,
    nav_per_share: weiToNumber(nav),
    total_supply: String(dtf.supply),
    aum_usd: weiToNumber(aum),
    settlement_address: null,
  }));
}
