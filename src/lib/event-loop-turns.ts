import { performance } from 'node:perf_hooks';

/** Callers of `nextTurn`: one continues per turn, so that other events are handled in between. */
const waiting: Waiting[] = [];

type Waiting = { readonly begin: () => void; readonly units: number };

/**
 * Waits for a turn in which no other caller of `nextTurn` continues.
 *
 * @param units - The work planned for that turn, see `unitsPerTurn`.
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

/** Maximum work of one turn, in leaf values of an interpreted GraphQL result. */
export const unitsPerTurn = 2_500;

let planned = 0;
let lastLoop = 0;

const currentLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Reserves work in the present turn; false if the turn is full: then wait for `nextTurn`. The turn
 * is looked up only when the limit is reached, so earlier work may still count until then.
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
