import { type FormValues, readFormValues } from './form-values.ts';

/** Maximum number of runs in a comparison. */
export const maxRuns = 10;

/**
 * The runs that a URL compares: by their inputs, which reproduce them anywhere, or by numbers, which
 * mean something on one machine.
 */
export type ComparedRuns = {
  readonly inputs: readonly FormValues[];
  readonly runIds: readonly number[];
};

/** Reads which runs a URL compares; null if it compares none. */
export function readComparedRuns(params: URLSearchParams): ComparedRuns | null {
  const inputs = params
    .getAll('compare')
    .slice(0, maxRuns)
    .map((text) => readFormValues(new URLSearchParams(text)));
  const runIds = readRunIds(params);
  return inputs.length === 0 && runIds.length < 2 ? null : { inputs, runIds };
}

/** Reads the numbers of the runs that a URL shows. */
export function readRunIds(params: URLSearchParams): readonly number[] {
  const ids = (params.get('runs') ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isInteger(id) && id > 0).slice(0, maxRuns);
}

/** Writes which runs a URL compares, in place of what it shows; its strategy stays. */
export function writeComparedRuns(params: URLSearchParams, { inputs, runIds }: ComparedRuns): void {
  for (const name of ['compare', 'runs', 'sweep', 'categories', 'steps', 'by', 'values', 'figure'])
    params.delete(name);
  for (const values of inputs.slice(-maxRuns)) params.append('compare', inputsKey(values));
  if (runIds.length > 0) params.set('runs', runIds.slice(-maxRuns).join(','));
}

/** The inputs of a run as the text of a query, in one order. */
export function inputsKey(values: FormValues): string {
  return new URLSearchParams(Object.entries(values).sort()).toString();
}
