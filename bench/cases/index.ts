import type { BenchPart } from '../harness/bench-part.ts';
import { pass } from './byte-proxy.ts';
import { whole } from './cached-responses.ts';
import { rest } from './cached-rest.ts';
import { cached } from './cached-values.ts';
import { eventLoop } from './event-loop.ts';
import { memory } from './memory.ts';
import { nested } from './nested-cold.ts';
import { snapshot } from './snapshot.ts';
import { sse } from './sse.ts';
import { scale } from './upstream-call-rate.ts';

/** The parts of the suite, in the order in which they run. */
export const benchParts: readonly BenchPart[] = [
  nested,
  cached,
  whole,
  rest,
  pass,
  snapshot,
  sse,
  scale,
  memory,
  eventLoop,
];
