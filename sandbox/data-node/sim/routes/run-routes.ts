import { eventStream, raw, ServiceError, type ServiceRoute } from '../../../kit/http-service.ts';
import type { Market } from '../../engine/market.ts';
import {
  parseRunParameters,
  type RunRequest,
} from '../../engine/parameters/parse-run-parameters.ts';
import { errorFrame, progressFrame, resultFrame, runText } from '../answers.ts';
import { answering, messageOf } from '../failure.ts';
import type { RunDesk } from '../run-desk.ts';
import { runSweep } from '../sweep/run-sweep.ts';
import { parseSweep } from '../sweep/variants.ts';

/** What a client of a stream is told besides the kit's headers. */
const streamHeaders = { connection: 'keep-alive' };

/** `/sim/run`, `/sim/run-stream` and `/sim/sweep-stream`. */
export function runRoutes(market: Market, desk: RunDesk): readonly ServiceRoute[] {
  const parse = (query: URLSearchParams): RunRequest => {
    const request = parseRunParameters(query, market);
    desk.check(request);
    return request;
  };
  return [
    {
      method: 'GET',
      path: '/sim/run',
      handle: ({ query, signal }) =>
        answering(async () => {
          for await (const event of desk.follow(parse(query), signal)) {
            if (event.kind === 'result') {
              return raw(runText(event), { headers: { 'content-type': 'application/json' } });
            }
          }
          throw new ServiceError(503, 'simulation cancelled');
        }),
    },
    {
      method: 'GET',
      path: '/sim/run-stream',
      handle: ({ query, signal }) =>
        answering(() => {
          const request = parse(query);
          return eventStream(ending(runFrames({ desk, request, signal })), streamHeaders);
        }),
    },
    {
      method: 'GET',
      path: '/sim/sweep-stream',
      handle: ({ query, signal }) =>
        answering(() => {
          const variants = parseSweep(query, market);
          return eventStream(ending(runSweep({ desk, variants, leaving: signal })), streamHeaders);
        }),
    },
  ];
}

type Following = {
  readonly desk: RunDesk;
  readonly request: RunRequest;
  readonly signal: AbortSignal;
};

async function* runFrames({ desk, request, signal }: Following): AsyncGenerator<Uint8Array> {
  for await (const event of desk.follow(request, signal)) {
    yield event.kind === 'progress' ? progressFrame(event.progress) : resultFrame(event);
  }
}

/** The frames, and one of type `error` where they break off. */
async function* ending(frames: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* frames;
  } catch (error) {
    yield errorFrame(messageOf(error));
  }
}
