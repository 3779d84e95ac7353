import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { EventRowFragment } from '../../generated/graphql.ts';
import {
  formatExactWei,
  formatIso,
  formatLabel,
  formatLocalDay,
  formatPrice,
  formatUsd,
  formatWei,
  shortenHex,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/figures.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { AccountLink } from './account-link.tsx';

export const eventRow = graphql(`
  fragment EventRow on DtfEvent {
    type
    timestamp
    blockNumber
    logIndex
    txHash
    portfolio {
      id
      address
    }
    receiver {
      id
      address
    }
    shares
    navPerShareUsd
    valueUsd
  }
`);

const tones = {
  CREATED: 'accent',
  MINTED: 'up',
  REDEEMED: 'down',
  TRANSFERRED: 'second',
  NAV_SET: 'neutral',
} as const;

const columns: readonly Column<EventRowFragment>[] = [
  {
    key: 'type',
    label: 'Event',
    cell: ({ type, timestamp }) => (
      <>
        <Badge tone={tones[type]}>{type === 'NAV_SET' ? 'NAV set' : formatLabel(type)}</Badge>
        <span className="narrow-only small muted">{formatLocalDay(timestamp)}</span>
      </>
    ),
    csv: { type: (event) => event.type },
  },
  {
    key: 'time',
    label: 'Time',
    minor: true,
    cell: ({ timestamp }) => <FormattedTime at={timestamp} />,
    csv: { time: ({ timestamp }) => formatIso(timestamp) },
  },
  {
    key: 'wallet',
    label: 'Wallet',
    cell: ({ portfolio, receiver }) => (
      <>
        {portfolio === null ? '–' : <AccountLink address={portfolio.address} />}
        {receiver !== null && (
          <span className="event-receiver">
            {' → '}
            <AccountLink address={receiver.address} />
          </span>
        )}
      </>
    ),
    csv: {
      wallet: ({ portfolio }) => portfolio?.address,
      receiver: ({ receiver }) => receiver?.address,
    },
  },
  {
    key: 'shares',
    label: 'Shares',
    definition: 'Shares that were minted, redeemed or transferred.',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
    csv: { shares: (event) => formatExactWei(event.shares) },
  },
  {
    key: 'nav',
    label: 'NAV',
    definition: 'NAV per share that was set, or at which shares were minted or redeemed, USD.',
    align: 'right',
    minor: true,
    cell: ({ navPerShareUsd }) => formatPrice(navPerShareUsd),
    csv: { nav_usd: ({ navPerShareUsd }) => navPerShareUsd },
  },
  {
    key: 'value',
    label: 'Value',
    definition: 'Value of the shares that were minted or redeemed, without the fee, USD.',
    align: 'right',
    cell: ({ valueUsd, shares, navPerShareUsd }) => (
      <>
        <span className={valueUsd === null ? 'wide-only' : undefined}>{formatUsd(valueUsd)}</span>
        <span className="narrow-only small muted nowrap">
          {shares === null ? formatPrice(navPerShareUsd) : formatWei(shares, 'shares')}
        </span>
      </>
    ),
    csv: { value_usd: ({ valueUsd }) => valueUsd },
  },
  {
    key: 'tx',
    label: 'Transaction',
    align: 'right',
    minor: true,
    cell: ({ txHash }) => (
      <span className="mono muted" title={txHash}>
        {shortenHex(txHash)}
      </span>
    ),
    csv: { block: ({ blockNumber }) => blockNumber, tx: ({ txHash }) => txHash },
  },
];

/** Events of a fund as a table in the order of the list. */
export function EventTable(props: {
  readonly events: readonly FragmentType<typeof eventRow>[];
  /** Number of events of the whole list. */
  readonly total: number;
  /** The length of the list, and how to get more of it. */
  readonly children: ReactNode;
}) {
  const events = props.events.map((event) => readFragment(eventRow, event));
  return (
    <DataTable
      label="Events"
      columns={columns}
      rows={events}
      rowKey={({ blockNumber, logIndex }) => `${blockNumber} ${logIndex}`}
      csv="events"
      total={props.total}
      empty="No event of this kind."
    >
      <div className="pager">{props.children}</div>
    </DataTable>
  );
}
