import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { PoolProofNote } from './pool-proof.tsx';

const poolProofQuery = graphql(`
  query PoolProofs($batchId: ID!, $tickIds: [ID!]!) {
    batch(id: $batchId) {
      id
      ticks(first: 50, filter: { tickIds: $tickIds }) {
        edges {
          node {
            id
            outcomes(first: 1) {
              edges {
                node {
                  pools {
                    unknownStakes
                    unexplainedMatched
                    isComplete
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

/** Says why the pools of some ticks are not proved; one market of a tick stands for all. */
export function UnprovedPools(props: {
  readonly batchId: string;
  readonly ticks: readonly { readonly tickId: number }[];
}) {
  const tickIds = props.ticks.map(({ tickId }) => String(tickId));
  const variables = { batchId: props.batchId, tickIds };
  const [{ data }] = useQuery({ query: poolProofQuery, variables });
  const pools = (data?.batch?.ticks?.edges ?? []).flatMap(({ node }) =>
    (node.outcomes?.edges ?? []).flatMap(({ node: outcome }) => outcome.pools ?? []),
  );
  return <PoolProofNote of="some ticks" pools={pools} />;
}
