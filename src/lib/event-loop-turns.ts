import { performance } from 'node:perf_hooks';

/**
 * Waiting callers of `nextTurn`. One of them continues in each turn of the event loop, so that
 * other events are handled between them.
 */
const waiting: Waiting[] = [];

type Waiting = { readonly begin: () => void; readonly units: number };

/**
 * Resolves in a later turn of the event loop in which no other caller of `nextTurn` continues.
 *
 * @param units - Work that the caller will do in that turn; it counts towards `unitsPerTurn`.
 */
export function nextTurn(units = 0): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push({ begin, units }) === 1) setImmediate(beginNext);
  });
}

function beginNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(beginNext);
  planned = next?.units ?? 0;
  lastLoop = currentLoop();
  next?.begin();
}

/**
 * Maximum work of one turn of the event loop. A unit is a leaf value of a GraphQL result that
 * graphql-js computes.
 */
export const unitsPerTurn = 2_500;

let planned = 0;
let lastLoop = 0;

const currentLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Reserves `units` of work in the present turn of the event loop. Returns false if that would
 * exceed `unitsPerTurn`: then wait for `nextTurn(units)`. Whether a new turn has begun is checked
 * only when the limit is reached, so the work of earlier turns may count too.
 */
export function takeShare(units: number): boolean {
  if (units > unitsPerTurn) return false;
  planned += units;
  if (planned <= unitsPerTurn) return true;
  const loop = currentLoop();
  const isSame = loop === lastLoop;
  lastLoop = loop;
  if (isSame) {
    planned -= units;
    return false;
  }
  planned = units;
  return true;
}
