import { graphql } from '../../generated/gql.ts';
import { formatPercent } from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';
import { QuerySection } from '../../ui/query-section.tsx';
import { PeerMatrix } from './peer-matrix.tsx';

const holdingWeightsQuery = graphql(`
  query HoldingWeights($funds: [ID!]!) {
    dtfs(first: 10, filter: { ids: $funds }) {
      edges {
        node {
          id
          itpId
          holdings {
            weight
            asset {
              id
            }
          }
        }
      }
    }
  }
`);

/** A fund with the name it has in the comparison. */
type NamedFund = { readonly name: string; readonly itpId: string };

type Weights = ReadonlyMap<string, number>;

/** Returns the sum over all assets of the smaller weight, percent; null without a basket. */
function toOverlapPct(left: Weights | undefined, right: Weights | undefined): number | null {
  if (left === undefined || right === undefined) return null;
  const shared = [...left].map(([asset, weight]) => Math.min(weight, right.get(asset) ?? 0));
  return 100 * sum(shared);
}

/** A matrix of how much the baskets of some funds have in common. */
export function Overlaps(props: { readonly funds: readonly NamedFund[]; readonly height: number }) {
  const { funds, height } = props;
  return (
    <QuerySection
      query={holdingWeightsQuery}
      variables={{ funds: funds.map(({ itpId }) => itpId) }}
      height={height}
    >
      {({ dtfs }) => {
        const weightsOf = new Map(
          dtfs?.edges.flatMap(({ node: { itpId, holdings } }) =>
            holdings === null
              ? []
              : [[itpId, new Map(holdings.map(({ asset, weight }) => [asset.id, weight]))]],
          ),
        );
        const baskets = funds.map(({ itpId }) => weightsOf.get(itpId));
        return (
          <PeerMatrix
            label="Overlaps"
            caption="100 % the same assets with the same weights, 0 % no asset in common"
            file="overlaps"
            names={funds.map(({ name }) => name)}
            values={baskets.map((one) => baskets.map((other) => toOverlapPct(one, other)))}
            format={formatPercent}
            shareOf={(value) => value / 100}
          />
        );
      }}
    </QuerySection>
  );
}
