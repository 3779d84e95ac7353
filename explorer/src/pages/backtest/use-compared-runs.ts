import { useEffect, useState } from 'react';
import { type Client, useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { RunInputsQuery } from '../../generated/graphql.ts';
import { type ComparedRuns, inputsKey } from './compared-runs.ts';
import { type FormValues, toSimulationInput } from './form-values.ts';
import { nameLabels, schemaFields, toFieldText } from './schema-fields.ts';

const findRunQuery = graphql(`
  query FindRun($input: SimulationInput!) {
    simulation(input: $input) {
      id
      runId
      receipt {
        hash
      }
    }
  }
`);

const runInputsQuery = graphql(`
  query RunInputs($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      config {
        categoryId
        topN
        weighting
        rebalanceDays
        baseFeePct
        spreadMultiplier
      }
      stats {
        startDate
      }
      receipt {
        hash
      }
    }
  }
`);

type NumberedRun = NonNullable<NonNullable<RunInputsQuery['simulations']>[number]>;

/** The run that has some inputs, or why there is none. */
type FoundRun = { readonly runId: number } | { readonly message: string };

/** A run of a comparison with its inputs, as far as they are known. */
export type ComparedRun = { readonly runId: number; readonly inputs: FormValues | null };

/**
 * Finds the runs of a comparison, or computes them. Runs that are named by numbers are handed to
 * `onIdentify` with inputs that reproduce them, where such are found.
 */
export function useComparedRuns(
  compared: ComparedRuns | null,
  onIdentify: (identified: ReadonlyMap<number, FormValues>) => void,
) {
  const client = useClient();
  const [found, setFound] = useState<ReadonlyMap<string, FoundRun>>(new Map());
  const inputs = compared?.inputs ?? [];
  const runIds = compared?.runIds ?? [];

  const missing = inputs.filter((values) => !found.has(inputsKey(values)));
  const next = missing[0] === undefined ? null : inputsKey(missing[0]);
  useEffect(() => {
    if (next === null) return;
    let isOver = false;
    const values = Object.fromEntries(new URLSearchParams(next));
    findRun(client, values).then((run) => {
      if (!isOver) setFound((now) => new Map(now).set(next, run));
    });
    return () => {
      isOver = true;
    };
  }, [client, next]);

  const numbers = runIds.join();
  useEffect(() => {
    if (numbers === '') return;
    let isOver = false;
    identifyRuns(client, numbers.split(',')).then((identified) => {
      if (isOver || identified.size === 0) return;
      setFound((now) => {
        const all = new Map(now);
        for (const [runId, values] of identified) all.set(inputsKey(values), { runId });
        return all;
      });
      onIdentify(identified);
    });
    return () => {
      isOver = true;
    };
  }, [client, numbers, onIdentify]);

  const runs: ComparedRun[] = [];
  const failures: string[] = [];
  for (const values of inputs) {
    const run = found.get(inputsKey(values));
    if (run === undefined) continue;
    if ('runId' in run) runs.push({ runId: run.runId, inputs: values });
    else failures.push(run.message);
  }
  for (const runId of runIds) runs.push({ runId, inputs: null });
  return { runs, failures, missing: missing.length };
}

async function findRun(
  client: Client,
  values: FormValues,
): Promise<FoundRun & { readonly receipt?: string | undefined }> {
  const { data, error } = await client.query(findRunQuery, { input: toSimulationInput(values) });
  const run = data?.simulation;
  if (run != null) return { runId: run.runId, receipt: run.receipt?.hash };
  return { message: nameLabels(error?.graphQLErrors[0]?.message ?? 'A run could not be read.') };
}

/**
 * Finds the inputs of runs that are known by numbers alone. Data nodes keep only some parameters of
 * a run, so inputs count only if a run that has them has the same receipt.
 */
async function identifyRuns(
  client: Client,
  ids: readonly string[],
): Promise<ReadonlyMap<number, FormValues>> {
  const { data } = await client.query(runInputsQuery, { ids: [...ids] });
  const identified = new Map<number, FormValues>();
  for (const run of data?.simulations ?? []) {
    if (run?.config == null || run.receipt === null) continue;
    for (const values of possibleInputs(run)) {
      const same = await findRun(client, values);
      if (same.receipt !== run.receipt.hash) continue;
      identified.set(run.runId, values);
      break;
    }
  }
  return identified;
}

/** The inputs that a run may have had: a run from the first day of the data has no start date. */
function possibleInputs({ config, stats }: NumberedRun): readonly FormValues[] {
  const kept = Object.entries(config ?? {}).flatMap(([name, value]) => {
    const field = schemaFields.find((one) => one.name === name);
    const isUsual =
      field === undefined ||
      value === null ||
      toFieldText(field, String(value)) === field.placeholder;
    return isUsual ? [] : [[name, String(value)]];
  });
  const values = Object.fromEntries(kept);
  return stats === null ? [values] : [values, { ...values, startDate: stats.startDate }];
}
