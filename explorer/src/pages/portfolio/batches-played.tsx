import { Link } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { formatBatch, formatLabel, formatWei } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const batchesPlayedQuery = graphql(`
  query BatchesPlayed($wallet: ID!, $address: Address!) {
    batches(first: 20, filter: { player: $wallet }) {
      edges {
        node {
          id
          batchId
          sourceId
          metadata {
            name
          }
          player(address: $address) {
            balance
            stakePerTick
          }
        }
      }
    }
  }
`);

/** A table of the batches in which a wallet plays. */
export function BatchesPlayed({ address }: { readonly address: string }) {
  return (
    <QuerySection
      query={batchesPlayedQuery}
      variables={{ wallet: address, address }}
      height={160}
      every={20_000}
    >
      {({ batches }) => {
        const played = batches?.edges ?? [];
        if (played.length === 0) return <EmptyNote>This wallet plays in no batch.</EmptyNote>;
        return (
          <ul>
            {played.map(({ node: { player, ...batch } }) => (
              <li key={batch.id} className="list-row">
                <span>
                  <Link to={`/markets/${batch.batchId}`}>{formatBatch(batch)}</Link>
                  <br />
                  <span className="muted">{formatLabel(batch.sourceId ?? 'mixed')}</span>
                </span>
                <span className="right">
                  <strong>{formatWei(player?.balance, 'USDC')}</strong>
                  <br />
                  <span className="muted">
                    {formatWei(player?.stakePerTick, 'USDC')} per tick and market
                  </span>
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </QuerySection>
  );
}
