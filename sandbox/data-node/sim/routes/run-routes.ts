import {
  createBytesResponse,
  createEventStreamResponse,
  ServiceError,
  type ServiceRoute,
} from '../../../lib/http-service.ts';
import {
  parseRunParameters,
  type RunRequest,
} from '../../engine/parameters/parse-run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import { getPublicErrorMessage, withErrorResponse } from '../run-error-response.ts';
import {
  formatErrorFrame,
  formatProgressFrame,
  formatResultFrame,
  formatRunBody,
} from '../run-responses.ts';
import type { SharedRuns } from '../shared-runs.ts';
import { runSweep } from '../sweep/run-sweep.ts';
import { parseSweepVariants } from '../sweep/variants.ts';

/** Headers of a stream in addition to those of the HTTP service. */
const streamHeaders = { connection: 'keep-alive' };

/** Routes `/sim/run`, `/sim/run-stream` and `/sim/sweep-stream`. */
export function createRunRoutes(
  market: PreparedMarket,
  sharedRuns: SharedRuns,
): readonly ServiceRoute[] {
  const parse = (query: URLSearchParams): RunRequest => {
    const request = parseRunParameters(query, market);
    sharedRuns.validate(request);
    return request;
  };
  return [
    {
      method: 'GET',
      path: '/sim/run',
      handle: ({ query, signal }) =>
        withErrorResponse(async () => {
          for await (const event of sharedRuns.subscribe(parse(query), signal)) {
            if (event.kind === 'result') {
              return createBytesResponse(formatRunBody(event), {
                headers: { 'content-type': 'application/json' },
              });
            }
          }
          throw new ServiceError(503, 'simulation cancelled');
        }),
    },
    {
      method: 'GET',
      path: '/sim/run-stream',
      handle: ({ query, signal }) =>
        withErrorResponse(() => {
          const request = parse(query);
          return createEventStreamResponse(
            withErrorFrame(runFrames({ sharedRuns, request, signal })),
            streamHeaders,
          );
        }),
    },
    {
      method: 'GET',
      path: '/sim/sweep-stream',
      handle: ({ query, signal }) =>
        withErrorResponse(() => {
          const variants = parseSweepVariants(query, market);
          return createEventStreamResponse(
            withErrorFrame(runSweep({ sharedRuns, variants, signal })),
            streamHeaders,
          );
        }),
    },
  ];
}

type RunFramesOptions = {
  readonly sharedRuns: SharedRuns;
  readonly request: RunRequest;
  readonly signal: AbortSignal;
};

async function* runFrames({
  sharedRuns,
  request,
  signal,
}: RunFramesOptions): AsyncGenerator<Uint8Array> {
  for await (const event of sharedRuns.subscribe(request, signal)) {
    yield event.kind === 'progress'
      ? formatProgressFrame(event.progress)
      : formatResultFrame(event);
  }
}

/** Yields the frames; if they fail, a frame of type `error` follows. */
async function* withErrorFrame(frames: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* frames;
  } catch (error) {
    yield formatErrorFrame(getPublicErrorMessage(error));
  }
}
