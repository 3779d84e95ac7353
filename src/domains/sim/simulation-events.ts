import { z } from 'zod';
import { totalLength } from '../../lib/collections/total-length.ts';
import { parseJsonYielding } from '../../lib/encoding/parse-json-yielding.ts';
import { openObjectWithoutSecretsSchema } from '../../lib/encoding/sensitive-fields.ts';
import {
  type GatewayError,
  InvalidInputError,
  toGatewayError,
  UpstreamUnavailableError,
} from '../../lib/errors.ts';
import { coercedIntegerSchema, coercedNumberSchema } from '../../lib/parse.ts';
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import { parseWeightingOrNull } from './parameters/weighting.ts';
import { isPublicSimMessage } from './public-messages.ts';
import type { ProgressEvent, RunResult, VariantPosition } from './schema.ts';
import {
  upstreamRunSchema,
  upstreamVariantSchema,
  variantPositionSchema,
} from './upstream-schema.ts';

/** The data node has accepted the request. Internal: not sent to clients. */
export type SimulationAcceptedEvent = { readonly type: 'open' };

/** The last event of a failed computation. The symbol property is not serialized. */
export type ErrorEvent = {
  readonly type: 'error';
  readonly error: string;
  readonly message: string;
  readonly [errorEventCauseKey]: GatewayError;
};

/** Key of the `GatewayError` in an error event. */
export const errorEventCauseKey = Symbol('reason');

export type RunEvent =
  | SimulationAcceptedEvent
  | ProgressEvent
  | ({ readonly type: 'result' } & RunResult)
  | ErrorEvent;

export type VariantDoneEvent = { readonly type: 'variant_done' } & VariantPosition &
  Omit<RunResult, 'config' | 'computed_in_ms'>;
export type SweepDoneEvent = {
  readonly type: 'sweep_done';
  readonly total_variants: number;
  readonly simulations: readonly VariantDoneEvent[];
};
export type SweepEvent =
  | SimulationAcceptedEvent
  | (ProgressEvent & { readonly [K in keyof VariantPosition]?: VariantPosition[K] | undefined })
  | VariantDoneEvent
  | ({ readonly type: 'variant_error' } & VariantPosition & Pick<ErrorEvent, 'error' | 'message'>)
  | SweepDoneEvent
  | ErrorEvent;

export type SimulationEvent = RunEvent | SweepEvent;

/** Returns which late and slow subscribers still receive the event. */
export function getEventDeliveryMode(event: SimulationEvent): EventDeliveryMode {
  if (event.type === 'open' || event.type === 'progress') return 'conflate';
  return event.type === 'variant_done' || event.type === 'variant_error' ? 'replay' : 'terminal';
}

/** Creates the error event for a thrown value; null stands for a stream that ended early. */
export function toErrorEvent(thrown: unknown): ErrorEvent {
  const error =
    thrown === null
      ? new UpstreamUnavailableError('the data node broke off the simulation')
      : toGatewayError(thrown);
  return {
    type: 'error',
    error: error.message,
    message: error.message,
    [errorEventCauseKey]: error,
  };
}

/** Matches texts like `Testing top_n=5`; other upstream texts are not passed on. */
const progressText = /^(?:testing|running|variant) (?:[\w=%, -]|\.(?=\d)){1,60}$/i;
const sentProgress = {
  type: z.literal('progress'),
  pct: coercedNumberSchema.transform((pct) => Math.min(Math.max(pct, 0), 100)),
  current_date: z.string().default(''),
  total_dates: coercedIntegerSchema.optional(),
  message: z.string().regex(progressText).optional().catch(undefined),
};
const progress = openObjectWithoutSecretsSchema(sentProgress).transform(({ message, ...event }) =>
  message === undefined ? event : { ...event, message },
);
/** Adds the message when it is missing, because some clients read only that. */
const sweepProgress = openObjectWithoutSecretsSchema({
  ...sentProgress,
  ...variantPositionSchema.partial().shape,
}).transform((event) => ({ ...event, message: event.message ?? progressMessage(event) }));

const sweepEnd = variantPositionSchema.pick({ total_variants: true });

/** Formats progress as text, such as `top_n=5: 2024-06-30`, or `7 %` without variant and day. */
function progressMessage(event: {
  pct: number;
  variant?: string | undefined;
  current_date: string;
}): string {
  const { pct, variant, current_date } = event;
  const words = [variant, current_date].filter(Boolean).join(': ');
  return words === '' ? `${pct} %` : words;
}

/** Returns the message of a failure, or a generic one when it reveals upstream internals. */
const failureSchema = z
  .union([
    z.object({ error: z.string() }).transform(({ error }) => error),
    z.object({ message: z.string() }).transform(({ message }) => message),
  ])
  .transform((error) => (isPublicSimMessage(error) ? error : 'the simulation failed'));

/**
 * Parses a run's event from the data node; null for an event type that is not used.
 *
 * @param requested - The requested parameters, for a result without parameters.
 * @throws {UpstreamUnavailableError} the event does not match its schema.
 */
export function parseRunEvent(
  sent: Readonly<Record<string, unknown>>,
  requested: RunResult['config'],
): RunEvent | null {
  // Some data nodes send the result without a `type`.
  const type = sent.type ?? ('nav_series' in sent ? 'result' : null);
  if (type === 'progress') return validateEventData(progress, sent);
  if (type === 'error') return parseFailure(sent);
  if (type !== 'result') return null;
  const { run_id, config = requested, ...rest } = validateEventData(upstreamRunSchema, sent);
  return { type, run_id, config: normaliseWeighting(config, requested), ...rest };
}

/** Replaces an unknown weighting, which some data nodes send as an object, by the requested one. */
function normaliseWeighting(config: RunResult['config'], requested: RunResult['config']) {
  const { weighting } = config;
  const isNamed = typeof weighting === 'string' && parseWeightingOrNull(weighting) !== null;
  return isNamed || weighting === undefined
    ? config
    : { ...config, weighting: requested.weighting };
}

/**
 * Parses a sweep's event from the data node; null for an event type that is not used.
 *
 * @param done - The variants finished so far, which `sweep_done` repeats.
 * @throws {UpstreamUnavailableError} the event does not match its schema.
 */
export function parseSweepEvent(
  sent: Readonly<Record<string, unknown>>,
  done: readonly VariantDoneEvent[],
): SweepEvent | null {
  switch (sent.type) {
    case 'progress':
      return validateEventData(sweepProgress, sent);
    case 'variant_done':
      return { type: sent.type, ...validateEventData(upstreamVariantSchema, sent) };
    case 'variant_error': {
      const error = validateEventData(failureSchema, sent);
      const position = validateEventData(variantPositionSchema, sent);
      return { type: sent.type, ...position, error, message: error };
    }
    case 'sweep_done': {
      const { total_variants } = validateEventData(sweepEnd, sent);
      return { type: sent.type, total_variants, simulations: done };
    }
    case 'error':
      return parseFailure(sent);
    default:
      return null;
  }
}

/** Longer data, in characters, is parsed in chunks, so that it does not block the event loop. */
const wholeLength = 1024 * 1024;

/**
 * Parses the JSON object in an event's data, given in pieces; `signal` aborts long parsing.
 *
 * @throws {UpstreamUnavailableError} the data is not a JSON object.
 */
export async function parseEventObject(
  data: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    const isLong = totalLength(data) > wholeLength;
    value = isLong ? await parseJsonYielding(data, { signal }) : JSON.parse(data.join(''));
  } catch (cause) {
    signal.throwIfAborted();
    throw unknownShape(cause);
  }
  if (typeof value !== 'object' || value === null) throw unknownShape(value);
  return value as Record<string, unknown>;
}

/** Parses a value by its schema. @throws {UpstreamUnavailableError} the value does not match. */
export function validateEventData<T>(shape: z.ZodType<T>, sent: unknown): T {
  const parsed = shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw unknownShape(parsed.error);
}

function unknownShape(cause: unknown): UpstreamUnavailableError {
  return new UpstreamUnavailableError('the data node sent an event of unknown shape', { cause });
}

function parseFailure(sent: unknown): ErrorEvent {
  return toErrorEvent(toSimulationError(validateEventData(failureSchema, sent)));
}

/**
 * Returns the error of a failure: `InvalidInputError` when there is nothing to compute, else a 502.
 */
export function toSimulationError(message: string): GatewayError {
  return /^(simulation failed: *)?(no data|no coins|not enough coins)/i.test(message)
    ? new InvalidInputError(message)
    : new UpstreamUnavailableError(message);
}
