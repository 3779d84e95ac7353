import type { BenchPart } from '../harness/bench-part.ts';
import { analyticsPart } from './analytics.ts';
import { byteProxyPart } from './byte-proxy.ts';
import { cachedResponsesPart } from './cached-responses.ts';
import { cachedRestPart } from './cached-rest.ts';
import { cachedValuesPart } from './cached-values.ts';
import { chainLogsPart } from './chain-logs.ts';
import { eventLoopPart } from './event-loop.ts';
import { snapshotPart } from './market-snapshot.ts';
import { memoryPart } from './memory.ts';
import { nestedColdPart } from './nested-cold.ts';
import { ssePart } from './sse-subscribers.ts';
import { upstreamCallRatePart } from './upstream-call-rate.ts';

/** The parts of the suite, in the order in which they run. */
export const benchParts: readonly BenchPart[] = [
  nestedColdPart,
  cachedValuesPart,
  cachedResponsesPart,
  cachedRestPart,
  byteProxyPart,
  snapshotPart,
  ssePart,
  upstreamCallRatePart,
  memoryPart,
  eventLoopPart,
  analyticsPart,
  chainLogsPart,
];
