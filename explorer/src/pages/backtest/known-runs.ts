import type { SimulationInput } from '../../generated/graphql.ts';

/** What identifies a run beside its number, which begins anew with the data node. */
type RunMark = { readonly runId: number; readonly totalReturnPct: number | null | undefined };

type Known = RunMark & { readonly input: Partial<SimulationInput> };

const storageKey = 'runs';
/** Number of runs whose inputs are kept, the newest ones. */
const mostRuns = 200;

let known: ReadonlyMap<number, Known> | undefined;

/** Keeps the input of a run in this browser: data nodes list only some parameters of it. */
export function rememberInput({ runId, totalReturnPct }: RunMark, input: Partial<SimulationInput>) {
  if (totalReturnPct == null || recallInput({ runId, totalReturnPct }) !== null) return;
  const next = new Map(read());
  next.delete(runId);
  next.set(runId, { runId, totalReturnPct, input });
  known = new Map([...next].slice(-mostRuns));
  localStorage.setItem(storageKey, JSON.stringify([...known.values()]));
}

/** Returns the input of a run that this browser has seen begin; null of any other. */
export function recallInput({ runId, totalReturnPct }: RunMark): Partial<SimulationInput> | null {
  const found = read().get(runId);
  return found !== undefined && found.totalReturnPct === totalReturnPct ? found.input : null;
}

function read(): ReadonlyMap<number, Known> {
  if (known !== undefined) return known;
  if (typeof localStorage === 'undefined') return new Map();
  const list = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as readonly Known[];
  known = new Map(list.map((one) => [one.runId, one]));
  return known;
}
