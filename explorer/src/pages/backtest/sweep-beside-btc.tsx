import { benchmarkComparisonDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import { Hint } from '../../ui/fields.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { describeExcess, type ExcessOverBtc } from './sweep-figures.ts';

const excessQuery = graphql(`
  query SweepBesideBtc($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      runId
      performance {
        versus(benchmark: { coin: BTC }) {
          excessReturnPct
        }
      }
    }
  }
`);

/** Says how many variants of a sweep beat BTC, and by how much the best one does. */
export function SweepBesideBtc({ names }: { readonly names: ReadonlyMap<number, string> }) {
  return (
    <QuerySection
      query={excessQuery}
      variables={{ ids: [...names.keys()].map(String) }}
      height={24}
    >
      {({ simulations }) => {
        const known = (simulations ?? []).flatMap((run): readonly ExcessOverBtc[] => {
          const points = run?.performance?.versus?.excessReturnPct;
          const name = run === null ? undefined : names.get(run.runId);
          return points == null || name === undefined ? [] : [{ name, points }];
        });
        if (known.length === 0) return null;
        return (
          <p className="beside-btc">
            {describeExcess(known)}{' '}
            <Hint label="the excess over BTC" text={definitions.excessReturnPct} />
          </p>
        );
      }}
    </QuerySection>
  );
}
