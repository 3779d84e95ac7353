import type { Millis } from '../../../lib/units.ts';

/**
 * Whether connections to one origin may carry more than one request. An origin that sends bytes
 * without a request is distrusted: on a connection that is used again they would be taken for the
 * response to the next request, and no rule of HTTP/1.1 tells the two apart.
 */
export type OriginTrust = {
  /** True while connections may be used again. */
  readonly mayReuse: () => boolean;
  /** Unasked bytes, or a response to another request, have come: no connection is reused for a while. */
  readonly distrust: () => void;
  /** Calls back at each `distrust`. */
  readonly onDistrust: (listener: () => void) => void;
};

/** For so long at first; twice as long each time it happens again soon after … */
const firstPeriod: Millis = 60_000;
/** … up to this. */
const maxPeriod: Millis = 3_600_000;

/** Trust in one origin, shared by all pools of connections to it. */
export function createOriginTrust(now: () => number = () => performance.now()): OriginTrust {
  const listeners: (() => void)[] = [];
  let period = firstPeriod;
  let until = Number.NEGATIVE_INFINITY;
  return {
    mayReuse: () => until === Number.NEGATIVE_INFINITY || now() >= until,
    distrust: () => {
      const at = now();
      if (at >= until) period = at < until + period ? Math.min(period * 2, maxPeriod) : firstPeriod;
      until = at + period;
      for (const listener of listeners) listener();
    },
    onDistrust: (listener) => void listeners.push(listener),
  };
}

/** The trust of each origin by its scheme, host and port, whatever the credentials. */
export function createOriginTrusts(): (url: string) => OriginTrust {
  const trusts = new Map<string, OriginTrust>();
  return (url) => {
    const { origin } = new URL(url);
    const known = trusts.get(origin) ?? createOriginTrust();
    trusts.set(origin, known);
    return known;
  };
}
