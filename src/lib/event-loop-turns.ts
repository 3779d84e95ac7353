import { performance } from 'node:perf_hooks';

/** Waiting callers of `waitForTurn`; one continues in each turn of the event loop. */
const waiting: Waiting[] = [];

type Waiting = { readonly begin: () => void; readonly units: number };

/**
 * Resolves in a later turn of the event loop; each turn continues one caller only.
 *
 * @param units - Work that the caller will do in that turn; it counts towards `maxUnitsPerTurn`.
 */
export function waitForTurn(units = 0): Promise<void> {
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

/** Maximum work of one turn; a unit is a leaf value of a GraphQL result computed by graphql-js. */
export const maxUnitsPerTurn = 2_500;

let planned = 0;
let lastLoop = 0;

const currentLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Reserves `units` of work in this turn of the event loop. Returns false if that would exceed about
 * `maxUnitsPerTurn`; then await `waitForTurn(units)`.
 */
export function reserveEventLoopTurn(units: number): boolean {
  if (units > maxUnitsPerTurn) return false;
  planned += units;
  if (planned <= maxUnitsPerTurn) return true;
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
