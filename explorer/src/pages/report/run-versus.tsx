import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { useBenchmarkChoice } from '../../performance/use-benchmark-choice.tsx';
import { VersusTable } from '../../performance/versus-table.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const runBenchmarks = graphql(`
  fragment RunBenchmarks on SimulationRun {
    runId
    performance {
      btc: versus(benchmark: { coin: BTC }) {
        ...VersusFigures
      }
      eth: versus(benchmark: { coin: ETH }) {
        ...VersusFigures
      }
    }
  }
`);

const runVersusQuery = graphql(`
  query RunVersus($ids: [ID!]!, $benchmark: BenchmarkInput!) {
    simulations(ids: $ids) {
      id
      performance {
        versus(benchmark: $benchmark) {
          ...VersusFigures
        }
      }
    }
  }
`);

/** A run beside BTC, ETH and a fund or run of the reader's choice. */
export function RunVersus(props: { readonly run: FragmentType<typeof runBenchmarks> }) {
  const { runId, performance } = readFragment(runBenchmarks, props.run);
  const { choice, control } = useBenchmarkChoice(String(runId));
  const coins = [
    { name: 'BTC', comparison: performance?.btc ?? null },
    { name: 'ETH', comparison: performance?.eth ?? null },
  ];
  return (
    <>
      {choice === null ? (
        <VersusTable benchmarks={coins} />
      ) : (
        <QuerySection
          query={runVersusQuery}
          variables={{ ids: [String(runId)], benchmark: choice.input }}
          height={290}
          loading={<VersusTable benchmarks={coins} />}
        >
          {({ simulations }) => (
            <VersusTable
              benchmarks={[
                ...coins,
                {
                  name: choice.name,
                  comparison: simulations?.[0]?.performance?.versus ?? null,
                },
              ]}
            />
          )}
        </QuerySection>
      )}
      <div className="versus-choice">{control}</div>
    </>
  );
}
