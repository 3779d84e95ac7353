import { graphql } from '../../generated/gql.ts';
import type { PlayersQuery } from '../../generated/graphql.ts';
import { formatExactWei, formatWei, weiToNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, PlayerLink } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const playersQuery = graphql(`
  query Players($id: ID!) {
    batch(id: $id) {
      id
      players(first: 50) {
        totalCount
        edges {
          node {
            balance
            hasBitmap
            portfolio {
              id
              address
            }
          }
        }
      }
    }
  }
`);

type Row = NonNullable<NonNullable<PlayersQuery['batch']>['players']>['edges'][number]['node'];

const columns: readonly Column<Row>[] = [
  {
    key: 'player',
    label: 'Player',
    cell: ({ portfolio }) =>
      portfolio === null ? '–' : <PlayerLink address={portfolio.address} />,
    csv: { player: ({ portfolio }) => portfolio?.address },
  },
  {
    key: 'predictions',
    label: 'Predictions',
    cell: ({ hasBitmap }) => (
      <Badge tone={hasBitmap ? 'up' : 'neutral'}>{hasBitmap ? 'Sealed' : 'None yet'}</Badge>
    ),
    csv: { has_bitmap: (row) => row.hasBitmap },
  },
  {
    key: 'balance',
    label: 'Balance',
    definition: 'What the player has in the batch now, USDC. Each tick takes the stakes from it.',
    align: 'right',
    cell: ({ balance }) => formatWei(balance, 'USDC'),
    sortBy: ({ balance }) => weiToNumber(balance),
    csv: { balance_usdc: (row) => formatExactWei(row.balance) },
  },
];

/**
 * A table of the players of a batch, which shows who has submitted predictions for the running tick.
 */
export function BatchPlayers({ batchId }: { readonly batchId: string }) {
  return (
    <QuerySection query={playersQuery} variables={{ id: batchId }} height={288} every={8000}>
      {({ batch }) => (
        <DataTable
          label="Players"
          csv={`batch-${batchId}-players`}
          total={batch?.players?.totalCount}
          columns={columns}
          rows={batch?.players?.edges.map(({ node }) => node) ?? []}
          rowKey={({ portfolio }, index) => portfolio?.address ?? String(index)}
          empty="Nobody is playing yet."
        />
      )}
    </QuerySection>
  );
}
