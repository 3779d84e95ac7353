/**
 * Whether connections to one origin may be reused. An origin that sends unrequested bytes is
 * distrusted: on a reused connection they would be taken for the response to the next request.
 */
export type ConnectionReusePolicy = {
  /** True while connections may be reused. */
  readonly mayReuse: () => boolean;
  /** Reports unrequested bytes or a wrong response; no connection is reused for a while. */
  readonly distrust: () => void;
  readonly onDistrust: (listener: () => void) => void;
};

/** First period of distrust, ms; doubled if the origin is distrusted again within one period. */
const firstPeriod = 60_000;
const maxPeriod = 3_600_000;

/**
 * Creates the policy of one origin, to be shared by all pools that connect to it.
 *
 * @param now - A monotonic clock in milliseconds.
 */
export function createConnectionReusePolicy(
  now: () => number = () => performance.now(),
): ConnectionReusePolicy {
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

/** Returns a function that finds the one policy for all URLs of an origin (scheme, host, port). */
export function createConnectionReuseRegistry(): (url: string) => ConnectionReusePolicy {
  const policies = new Map<string, ConnectionReusePolicy>();
  return (url) => {
    const { origin } = new URL(url);
    const known = policies.get(origin) ?? createConnectionReusePolicy();
    policies.set(origin, known);
    return known;
  };
}
