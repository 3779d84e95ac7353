import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
} from 'cockatiel';
import { UpstreamTimeoutError, UpstreamUnavailableError } from '../core/errors.ts';
import type { Telemetry } from '../core/telemetry.ts';
import type { Millis } from '../core/units.ts';

/** What is known of an upstream from the calls made to it. */
export type UpstreamHealth = 'unknown' | 'up' | 'down';

/** Wraps every call to one upstream: deadline, one retry, breaker, error translation, timing. */
export type Guard = {
  readonly run: <T>(options: GuardOptions, call: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  readonly health: () => UpstreamHealth;
};

export type GuardOptions = {
  readonly signal: AbortSignal;
  readonly timeout: Millis;
  readonly retry: boolean;
};

/** So many failures in a row open the breaker … */
const failuresToOpen = 10;
/** … which lets one probe through again after this long. */
const halfOpenAfter: Millis = 1000;
/** Before the one retry; short enough to fit any deadline. */
const retryPause: Millis = 50;

/** A guard for the upstream called `name` in messages and metrics. */
export function createGuard(name: string, telemetry: Telemetry): Guard {
  const breaker = circuitBreaker(handleType(UpstreamUnavailableError), {
    halfOpenAfter,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  let health: UpstreamHealth = 'unknown';

  async function attempt<T>(
    options: GuardOptions,
    deadline: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const end = telemetry.upstreamCalls.startTimer({ upstream: name });
    try {
      const value = await call(AbortSignal.any([options.signal, deadline]));
      end({ outcome: 'ok' });
      health = 'up';
      return value;
    } catch (cause) {
      if (options.signal.aborted) {
        end({ outcome: 'aborted' });
        throw options.signal.reason;
      }
      health = 'down';
      if (deadline.aborted) {
        end({ outcome: 'timeout' });
        throw new UpstreamTimeoutError(`the ${name} did not answer in time`, { cause });
      }
      end({ outcome: 'failed' });
      if (cause instanceof UpstreamUnavailableError) throw cause;
      throw new UpstreamUnavailableError(`the ${name} is unavailable`, { cause });
    }
  }

  return {
    health: () => (breaker.state === CircuitState.Open ? 'down' : health),
    run: async (options, call) => {
      const deadline = AbortSignal.timeout(options.timeout);
      const once = () => breaker.execute(() => attempt(options, deadline, call));
      try {
        return await once().catch(async (error: unknown) => {
          const again =
            options.retry &&
            error instanceof UpstreamUnavailableError &&
            !(error instanceof UpstreamTimeoutError) &&
            !options.signal.aborted;
          if (!again) throw error;
          await new Promise((resolve) => setTimeout(resolve, retryPause));
          return once();
        });
      } catch (error) {
        if (error instanceof BrokenCircuitError) {
          throw new UpstreamUnavailableError(`the ${name} is unavailable`, { cause: error });
        }
        throw error;
      }
    },
  };
}
