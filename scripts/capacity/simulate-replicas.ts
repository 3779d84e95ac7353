/** A fleet of gateways that share one Redis, and the requests that it gets. */
export type FleetInput = {
  readonly seed: number;
  readonly gateways: number;
  readonly resources: number;
  /** Seconds for which a value is fresh, and that a fetch from an upstream takes. */
  readonly freshSeconds: number;
  readonly fetchSeconds: number;
  /** Requests per second of all gateways, each for one resource. */
  readonly rps: number;
  readonly seconds: number;
  /** Gateways that die each minute, with their fetches, and start anew without memory. */
  readonly deathsPerMinute: number;
  /** False: gateways without Redis. */
  readonly isShared: boolean;
};

/** What the fleet did, in each second. */
export type FleetLoad = {
  readonly requests: number;
  readonly upstreamCalls: readonly number[];
  readonly redisOperations: readonly number[];
};

/** As in `docs/replicas.md`: the life of a lock, and how often a waiting gateway checks. */
const lockSeconds = 2;
const checkSeconds = 0.25;

type FleetEvent = {
  readonly at: number;
  readonly kind: 'fetched' | 'check' | 'death';
  readonly gateway: number;
  readonly resource: number;
  /** How often the gateway had died when it was planned. */
  readonly life: number;
};

/**
 * Simulates the protocol by which replicas share values, event by event: a miss asks Redis once, the
 * first to ask fetches under a lock, the others wait for its report.
 */
export function simulateFleet(input: FleetInput): FleetLoad {
  const { gateways, resources, freshSeconds, fetchSeconds, seconds } = input;
  const random = createRandom(input.seed);
  const upstreamCalls = new Array<number>(seconds).fill(0);
  const redisOperations = new Array<number>(seconds).fill(0);
  const add = (counts: number[], now: number) => {
    const second = Math.min(seconds - 1, Math.floor(now));
    counts[second] = (counts[second] ?? 0) + 1;
  };
  /** Until when a gateway's own value is fresh; the index is gateway · resources + resource. */
  const known = new Float64Array(gateways * resources);
  const isWaiting = new Uint8Array(gateways * resources);
  const shared = new Float64Array(resources);
  const lockedUntil = new Float64Array(resources);
  const waiters = Array.from({ length: resources }, () => new Set<number>());
  const lives = new Uint32Array(gateways);
  const events = createQueue();
  let requests = 0;

  function fetch(gateway: number, resource: number, now: number): void {
    add(upstreamCalls, now);
    isWaiting[gateway * resources + resource] = 1;
    events.push({
      at: now + fetchSeconds,
      kind: 'fetched',
      gateway,
      resource,
      life: lives[gateway] ?? 0,
    });
  }

  /** Asks Redis for a value, its lock, or who fetches it; one script. */
  function ask(gateway: number, resource: number, now: number): void {
    add(redisOperations, now);
    const index = gateway * resources + resource;
    const freshUntil = shared[resource] ?? 0;
    if (freshUntil > now) {
      known[index] = freshUntil;
      isWaiting[index] = 0;
      waiters[resource]?.delete(gateway);
    } else if ((lockedUntil[resource] ?? 0) <= now) {
      lockedUntil[resource] = now + lockSeconds;
      waiters[resource]?.delete(gateway);
      fetch(gateway, resource, now);
    } else {
      isWaiting[index] = 1;
      waiters[resource]?.add(gateway);
      events.push({
        at: now + checkSeconds,
        kind: 'check',
        gateway,
        resource,
        life: lives[gateway] ?? 0,
      });
    }
  }

  function request(gateway: number, resource: number, now: number): void {
    requests += 1;
    const index = gateway * resources + resource;
    if ((known[index] ?? 0) > now || isWaiting[index] === 1) return;
    if (input.isShared) ask(gateway, resource, now);
    else fetch(gateway, resource, now);
  }

  function finishFetch(gateway: number, resource: number, now: number): void {
    const index = gateway * resources + resource;
    isWaiting[index] = 0;
    // A value's life begins with its fetch.
    known[index] = now - fetchSeconds + freshSeconds;
    if (!input.isShared) return;
    // The value is stored and reported; each waiting gateway reads it.
    add(redisOperations, now);
    shared[resource] = known[index] ?? 0;
    lockedUntil[resource] = 0;
    for (const waiter of [...(waiters[resource] ?? [])]) ask(waiter, resource, now);
  }

  function die(gateway: number): void {
    lives[gateway] = (lives[gateway] ?? 0) + 1;
    const from = gateway * resources;
    known.fill(0, from, from + resources);
    isWaiting.fill(0, from, from + resources);
    for (const one of waiters) one.delete(gateway);
  }

  for (let death = 1; death <= (input.deathsPerMinute * seconds) / 60; death += 1) {
    const gateway = Math.floor(random() * gateways);
    events.push({ at: random() * seconds, kind: 'death', gateway, resource: 0, life: 0 });
  }
  let next = -Math.log(1 - random()) / input.rps;
  while (next < seconds) {
    for (let event = events.popBefore(next); event !== null; event = events.popBefore(next)) {
      const { kind, gateway, resource, at, life } = event;
      if (kind === 'death') die(gateway);
      else if (life !== lives[gateway]) continue;
      else if (kind === 'fetched') finishFetch(gateway, resource, at);
      else if (waiters[resource]?.has(gateway)) ask(gateway, resource, at);
    }
    // The square makes a few resources popular.
    const resource = Math.floor(random() ** 2 * resources);
    request(Math.floor(random() * gateways), resource, next);
    next -= Math.log(1 - random()) / input.rps;
  }
  return { requests, upstreamCalls, redisOperations };
}

/** A queue of events by their time: a binary heap. */
function createQueue() {
  const heap: FleetEvent[] = [];
  const timeAt = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number) => {
    const [a, b] = [heap[left], heap[right]];
    if (a && b) [heap[left], heap[right]] = [b, a];
  };
  return {
    push: (event: FleetEvent): void => {
      let index = heap.push(event) - 1;
      while (index > 0 && timeAt(index) < timeAt((index - 1) >> 1)) {
        swap(index, (index - 1) >> 1);
        index = (index - 1) >> 1;
      }
    },
    /** Removes the earliest event before a time; null if there is none. */
    popBefore: (time: number): FleetEvent | null => {
      const [first] = heap;
      if (!first || first.at >= time) return null;
      swap(0, heap.length - 1);
      heap.pop();
      let index = 0;
      for (;;) {
        const left = 2 * index + 1;
        const least = timeAt(left + 1) < timeAt(left) ? left + 1 : left;
        if (timeAt(least) >= timeAt(index)) return first;
        swap(index, least);
        index = least;
      }
    },
  };
}

/** Returns a generator of numbers from 0 to 1: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
