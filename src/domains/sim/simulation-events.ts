import { z } from 'zod';
import { parseJsonInTurns } from '../../lib/encoding/parse-json.ts';
import {
  type GatewayError,
  InvalidInputError,
  toGatewayError,
  UpstreamUnavailableError,
} from '../../lib/errors.ts';
import { lenientInteger, lenientNumber } from '../../lib/parse.ts';
import type { Retention } from '../../streaming/subscriber-registry.ts';
import { publicUpstreamMessage } from '../../upstreams/index.ts';
import { parseWeighting } from './parameters/weighting.ts';
import type { RunResult } from './schema.ts';
import {
  upstreamRunSchema,
  upstreamVariantSchema,
  variantPositionSchema,
  variantTotalSchema,
} from './upstream-schema.ts';

/** The data node has taken the request; not shown to clients, but answers may begin. */
export type OpenedEvent = { readonly type: 'open' };

/** How far a computation has come. */
export type ProgressEvent = {
  readonly type: 'progress';
  /** 0 to 100. */
  readonly pct: number;
  /** The day being simulated. */
  readonly current_date: string;
  readonly total_dates?: number | undefined;
  /** The same in words; always there in a sweep. */
  readonly message?: string | undefined;
};

/** The end of a computation that cannot be finished; `reason` is not written on the wire. */
export type ErrorEvent = {
  readonly type: 'error';
  readonly error: string;
  readonly message: string;
  readonly [errorCauseKey]: GatewayError;
};

/** Keeps the foreseen error beside what is told of it. */
export const errorCauseKey = Symbol('reason');

export type RunEvent =
  | OpenedEvent
  | ProgressEvent
  | ({ readonly type: 'result' } & RunResult)
  | ErrorEvent;

type VariantPosition = {
  /** Label, e.g. `top_n=5`. */
  readonly variant: string;
  /** From 0. */
  readonly variant_index: number;
  readonly total_variants: number;
};

export type VariantDoneEvent = { readonly type: 'variant_done' } & VariantPosition &
  Omit<RunResult, 'config' | 'computed_in_ms'>;
export type VariantErrorEvent = { readonly type: 'variant_error' } & VariantPosition & {
    readonly error: string;
    readonly message: string;
  };
export type SweepDoneEvent = {
  readonly type: 'sweep_done';
  readonly total_variants: number;
  readonly simulations: readonly VariantDoneEvent[];
};
export type SweepEvent =
  | OpenedEvent
  | (ProgressEvent & { readonly [K in keyof VariantPosition]?: VariantPosition[K] | undefined })
  | VariantDoneEvent
  | VariantErrorEvent
  | SweepDoneEvent
  | ErrorEvent;

/** How each event reaches late and slow listeners. */
export function retentionOf(event: RunEvent | SweepEvent): Retention {
  if (event.type === 'open' || event.type === 'progress') return 'conflate';
  return event.type === 'variant_done' || event.type === 'variant_error' ? 'replay' : 'terminal';
}

/** The one last event of a computation that failed, whatever made it fail. */
export function toErrorEvent(thrown: unknown): ErrorEvent {
  const error =
    thrown === null
      ? new UpstreamUnavailableError('the data node broke off the simulation')
      : toGatewayError(thrown);
  return { type: 'error', error: error.message, message: error.message, [errorCauseKey]: error };
}

/** `Testing top_n=5` and the like (wire-facts 7, 20); other texts of an upstream are not shown. */
const progressText = /^(?:testing|running|variant) (?:[\w=%, -]|\.(?=\d)){1,60}$/i;
const sentProgress = z.looseObject({
  type: z.literal('progress'),
  pct: lenientNumber.transform((pct) => Math.min(Math.max(pct, 0), 100)),
  current_date: z.string().default(''),
  total_dates: lenientInteger.optional(),
  message: z.string().regex(progressText).optional().catch(undefined),
});
const progress = sentProgress.transform(({ message, ...event }) =>
  message === undefined ? event : { ...event, message },
);
/** Clients of the public guide read the message alone (wire-facts 7, 20). */
const sweepProgress = sentProgress
  .extend(z.object(variantPositionSchema).partial().shape)
  .transform((event) => ({ ...event, message: event.message ?? wordsOf(event) }));

/** @example wordsOf({ pct: 7, variant: 'top_n=5', current_date: '2024-06-30' }) // 'top_n=5: 2024-06-30' */
function wordsOf(event: {
  pct: number;
  variant?: string | undefined;
  current_date: string;
}): string {
  const { pct, variant, current_date } = event;
  const words = [variant, current_date].filter(Boolean).join(': ');
  return words === '' ? `${pct} %` : words;
}

const refused = z
  .object({ error: z.string() })
  .or(z.object({ message: z.string() }).transform(({ message }) => ({ error: message })));

/**
 * A run's event as the data node sent it, in our words; null for one that means nothing here.
 *
 * @param asked - The parameters asked for, for a result that does not name them.
 * @throws {UpstreamUnavailableError} not in the shape of an event.
 */
export function parseRunEvent(
  sent: Readonly<Record<string, unknown>>,
  asked: RunResult['config'],
): RunEvent | null {
  // Some nodes send the result bare (wire-facts 1.15).
  const type = sent.type ?? ('nav_series' in sent ? 'result' : null);
  if (type === 'progress') return parseEventData(progress, sent);
  if (type === 'error') return parseFailure(sent);
  if (type !== 'result') return null;
  const { run_id, config = asked, ...rest } = parseEventData(upstreamRunSchema, sent);
  return { type, run_id, config: nameWeighting(config, asked), ...rest };
}

/**
 * The parameters with the weighting by its name. Data nodes in the wild tell some as objects, or with
 * what else was asked for behind the name (wire-facts 4, cache key); the run is of the one asked for.
 */
function nameWeighting(config: RunResult['config'], asked: RunResult['config']) {
  const { weighting } = config;
  const isNamed = typeof weighting === 'string' && parseWeighting(weighting) !== null;
  return isNamed || weighting === undefined ? config : { ...config, weighting: asked.weighting };
}

/**
 * A sweep's event in our words; null for one that means nothing here.
 *
 * @param done - The variants that finished so far: the last event repeats them.
 * @throws {UpstreamUnavailableError} not in the shape of an event.
 */
export function parseSweepEvent(
  sent: Readonly<Record<string, unknown>>,
  done: readonly VariantDoneEvent[],
): SweepEvent | null {
  switch (sent.type) {
    case 'progress':
      return parseEventData(sweepProgress, sent);
    case 'variant_done':
      return { type: sent.type, ...parseEventData(upstreamVariantSchema, sent) };
    case 'variant_error': {
      const { error } = parseEventData(refused, sent);
      const told = messageOf(error);
      return {
        type: sent.type,
        ...parseEventData(z.object(variantPositionSchema), sent),
        error: told,
        message: told,
      };
    }
    case 'sweep_done': {
      const { total_variants } = parseEventData(
        z.object({ total_variants: variantTotalSchema }),
        sent,
      );
      return { type: sent.type, total_variants, simulations: done };
    }
    case 'error':
      return parseFailure(sent);
    default:
      return null;
  }
}

/** Longer data of an event are parsed in slices, characters. */
const wholeLength = 1024 * 1024;

/**
 * The object in the data of an event.
 *
 * @param signal - Ends it between two slices of long data.
 * @throws {UpstreamUnavailableError} there is none.
 */
export async function parseEventObject(
  data: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    const isLong = data.length > wholeLength;
    value = isLong ? await parseJsonInTurns([Buffer.from(data)], { signal }) : JSON.parse(data);
  } catch (cause) {
    signal.throwIfAborted();
    throw unknownShape(cause);
  }
  if (typeof value !== 'object' || value === null) throw unknownShape(value);
  return value as Record<string, unknown>;
}

/** What was sent, by its shape. @throws {UpstreamUnavailableError} it has another. */
export function parseEventData<T>(shape: z.ZodType<T>, sent: unknown): T {
  const parsed = shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw unknownShape(parsed.error);
}

function unknownShape(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('the data node sent an event of unknown shape', { cause });
}

function parseFailure(sent: unknown): ErrorEvent {
  return toErrorEvent(toComputeError(messageOf(parseEventData(refused, sent).error)));
}

/** Nothing to compute is the caller's mistake; every other failure is the data node's. */
export function toComputeError(message: string): GatewayError {
  return /^(simulation failed: *)?(no data|no coins|not enough coins)/i.test(message)
    ? new InvalidInputError(message)
    : new UpstreamUnavailableError(message);
}

/** What the data node says of a failure, unless it shows its insides. */
function messageOf(error: string): string {
  return (
    publicUpstreamMessage({ status: 500, value: { error }, bytes: 0 }) ?? 'the simulation failed'
  );
}
