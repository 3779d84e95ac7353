import { performance } from 'node:perf_hooks';

/**
 * Long work shares the event loop: it is done in turns, and everybody else's events come between them.
 * One queue for the process, since there is one event loop: of what waits, one goes on in each turn.
 */
const waiting: Waiting[] = [];

type Waiting = { readonly begin: () => void; readonly units: number };

/**
 * Waits for a turn of its own.
 *
 * @param units - How much is to be done in it, see `unitsPerTurn`.
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

/** Work that one turn may be given, in leaves of a result that is interpreted: 1 to 4 µs each. */
export const unitsPerTurn = 5_000;

let planned = 0;
let lastLoop = 0;

const currentLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * Takes a share of the present turn; false when it has no room for that, so that the work has to wait for
 * `nextTurn`. It costs an addition, and asks which turn it is only where the share would be too large:
 * what was planned in earlier turns is forgotten then, and not before.
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
