import { Link, useSearchParams } from 'react-router';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatDay } from '../../lib/format.ts';
import { Badge } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { readConfig } from '../backtest/run-config.ts';

const runReceipt = graphql(`
  fragment RunReceipt on SimulationRun {
    runId
    ...RunConfig
    receipt {
      hash
      input
      engine
      dataset
      nav
    }
  }
`);

const verifyQuery = graphql(`
  query VerifyReceipt($hash: String!, $runId: ID!) {
    verifySimulationReceipt(hash: $hash, runId: $runId)
  }
`);

const hashPattern = /^[0-9a-fA-F]{64}$/;

/** The receipt of a run, and whether it is the one that the page's address has. */
export function RunReceipt(props: { readonly run: FragmentType<typeof runReceipt> }) {
  const run = readFragment(runReceipt, props.run);
  const { runId, receipt } = run;
  const [params] = useSearchParams();
  const expected = params.get('receipt');
  if (receipt === null) return <EmptyNote>The data node no longer lists this run.</EmptyNote>;
  return (
    <>
      <dl className="receipt small">
        <dt>Hash</dt>
        <dd className="mono">{receipt.hash}</dd>
        <dt>Input</dt>
        <dd className="mono">{receipt.input}</dd>
        <dt>Series</dt>
        <dd className="mono">{receipt.nav}</dd>
        <dt>Engine</dt>
        <dd>
          {receipt.engine}, data until {formatDay(receipt.dataset)}
        </dd>
      </dl>
      {readConfig(run).hasFurtherInputs && (
        <p className="small">
          The input lists what data nodes keep for every run. This run had other parameters too,
          such as a drift band, so this input alone does not reproduce its series.
        </p>
      )}
      <p className="receipt-check small">
        <Link to={`/backtest/${runId}/report?receipt=${receipt.hash}`}>
          Permalink with this receipt
        </Link>{' '}
        {expected !== null && !hashPattern.test(expected) && (
          <Badge tone="down">The receipt in the address is not a hash</Badge>
        )}
      </p>
      {expected !== null && hashPattern.test(expected) && (
        <QuerySection
          query={verifyQuery}
          variables={{ hash: expected, runId: String(runId) }}
          height={24}
        >
          {({ verifySimulationReceipt }) =>
            verifySimulationReceipt === true ? (
              <Badge tone="up">The run has the receipt of this address</Badge>
            ) : (
              <Badge tone="down">The run does not have the receipt of this address</Badge>
            )
          }
        </QuerySection>
      )}
    </>
  );
}
