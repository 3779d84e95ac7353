import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Client, CombinedError } from 'urql';
import type { SimulationInput } from '../../generated/graphql.ts';

/** A run of a sweep whose values the reader chose, with the label of its variant. */
export type StepRun = { readonly label: string; readonly input: SimulationInput };

/** What happens to the runs, in the form of the events of the API's sweeps. */
export type StepEvent<Run> = { readonly index: number; readonly variant: string } & (
  | {
      readonly __typename: 'SweepProgress';
      readonly pct: number;
      readonly currentDate: null;
      readonly total: number;
    }
  | { readonly __typename: 'SweepVariant'; readonly total: number; readonly run: Run }
  | { readonly __typename: 'SweepVariantFailure'; readonly message: string }
);

type StepQuery<Run> = TypedDocumentNode<
  { readonly simulation: Run | null },
  { input: SimulationInput }
>;

/**
 * Computes runs one after another, because the API's sweeps have fixed values.
 *
 * @returns the error that ended it before the last run, or null. Invalid input fails one run.
 */
export async function runSteps<Run>(
  { client, query }: { readonly client: Client; readonly query: StepQuery<Run> },
  steps: readonly StepRun[],
  {
    signal,
    onEvent,
  }: { readonly signal: AbortSignal; readonly onEvent: (event: StepEvent<Run>) => void },
): Promise<CombinedError | null> {
  const total = steps.length;
  for (const [index, { label: variant, input }] of steps.entries()) {
    const place = { index, variant };
    const pct = (100 * index) / total;
    onEvent({ __typename: 'SweepProgress', ...place, total, pct, currentDate: null });
    const { data, error } = await client
      .query(query, { input }, { requestPolicy: 'network-only' })
      .toPromise();
    if (signal.aborted) return null;
    const [first] = error?.graphQLErrors ?? [];
    if (error !== undefined && first === undefined) return error;
    const run = data?.simulation ?? null;
    if (run !== null) onEvent({ __typename: 'SweepVariant', ...place, total, run });
    else {
      const message = first?.message ?? 'The data node has no such run.';
      onEvent({ __typename: 'SweepVariantFailure', ...place, message });
    }
  }
  return null;
}
