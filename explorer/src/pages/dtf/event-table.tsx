import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { EventRowFragment } from '../../generated/graphql.ts';
import {
  formatLabel,
  formatPrice,
  formatUsd,
  formatWei,
  shortenHex,
  toDate,
  weiToNumber,
} from '../../lib/format.ts';
import { CsvButton } from '../../performance/csv-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, WalletLink } from '../../ui/figures.tsx';
import { FormattedTime } from '../../ui/time.tsx';

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
    cell: ({ type }) => (
      <Badge tone={tones[type]}>{type === 'NAV_SET' ? 'NAV set' : formatLabel(type)}</Badge>
    ),
  },
  { key: 'time', label: 'Time', cell: ({ timestamp }) => <FormattedTime at={timestamp} /> },
  {
    key: 'wallet',
    label: 'Wallet',
    cell: ({ portfolio, receiver }) => (
      <>
        {portfolio === null ? '–' : <WalletLink address={portfolio.address} />}
        {receiver !== null && (
          <>
            {' → '}
            <WalletLink address={receiver.address} />
          </>
        )}
      </>
    ),
  },
  {
    key: 'shares',
    label: 'Shares',
    align: 'right',
    cell: ({ shares }) => formatWei(shares, '', 3),
  },
  {
    key: 'nav',
    label: 'NAV',
    align: 'right',
    cell: ({ navPerShareUsd }) => formatPrice(navPerShareUsd),
  },
  {
    key: 'value',
    label: 'Value',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
  },
  {
    key: 'tx',
    label: 'Transaction',
    align: 'right',
    cell: ({ txHash }) => (
      <span className="mono muted" title={txHash}>
        {shortenHex(txHash)}
      </span>
    ),
  },
];

/** Events of a fund as a table in the order of the list, with a CSV of the exact values. */
export function EventTable(props: {
  readonly events: readonly FragmentType<typeof eventRow>[];
  /** The length of the list, and how to get more of it. */
  readonly children: ReactNode;
}) {
  const events = props.events.map((event) => readFragment(eventRow, event));
  return (
    <>
      <DataTable
        label="Events"
        columns={columns}
        rows={events}
        rowKey={({ blockNumber, logIndex }) => `${blockNumber} ${logIndex}`}
        empty="No event of this kind."
      />
      <div className="pager">
        {props.children}
        {events.length > 0 && <CsvButton of="Events" file="events" rows={() => toRows(events)} />}
      </div>
    </>
  );
}

function toRows(events: readonly EventRowFragment[]) {
  return [
    ['time', 'type', 'wallet', 'receiver', 'shares', 'nav_usd', 'value_usd', 'block', 'tx'],
    ...events.map((event) => [
      toDate(event.timestamp).toISOString(),
      event.type,
      event.portfolio?.address ?? null,
      event.receiver?.address ?? null,
      event.shares === null ? null : weiToNumber(event.shares),
      event.navPerShareUsd,
      event.valueUsd,
      event.blockNumber,
      event.txHash,
    ]),
  ];
}
