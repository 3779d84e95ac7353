import { useQuery } from '@dtf-graph/client/react';
import { useSearchParams } from 'react-router';
import { stressResultDefinitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { StressedWalletFragment } from '../../generated/graphql.ts';
import { formatSignedUsd, formatUsd } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { type Pair, pairUp } from './pair-up.ts';
import { NewShock, Shocks } from './shock-fields.tsx';
import {
  every,
  expandShocks,
  fallOfAll,
  fallOfTwo,
  formatShocks,
  maxShocks,
  readShocks,
  type Shock,
} from './shocks.ts';
import { StressedLoans } from './stressed-loans.tsx';
import { exposureQuery } from './wallet-exposure.tsx';

const definitions = {
  ...stressResultDefinitions,
  valueNow: 'Shares at the present NAV, USD, with pledged shares and without debt.',
} as const;

const stressQuery = graphql(`
  query WalletStress($address: Address!, $shocks: [PriceShock!]!) {
    portfolio(address: $address) {
      id
      now: stress(shocks: [{ symbol: "BTC", pct: 0 }]) {
        ...StressedWallet
      }
      after: stress(shocks: $shocks) {
        ...StressedWallet
      }
    }
  }
`);

const stressedWallet = graphql(`
  fragment StressedWallet on StressResult {
    valueUsd
    changePct
    funds {
      valueUsd
      dtf {
        id
        itpId
        symbol
      }
    }
    loans {
      ...StressedLoanRow
    }
  }
`);

type Result = FragmentType<typeof stressedWallet>;
type Fund = Pair<StressedWalletFragment['funds'][number]>;

const changeOf = ({ now, after }: Fund) =>
  now === undefined || now.valueUsd === 0 ? null : 100 * (after.valueUsd / now.valueUsd - 1);

const fundColumns: readonly Column<Fund>[] = [
  fundColumn({ fundOf: ({ after }) => after.dtf }),
  {
    key: 'now',
    label: 'Value now',
    definition: definitions.valueNow,
    align: 'right',
    cell: ({ now }) => formatUsd(now?.valueUsd),
    sortBy: ({ now }) => now?.valueUsd,
    csv: 'value_now_usd',
  },
  {
    key: 'value',
    label: 'After',
    definition: definitions.valueUsd,
    align: 'right',
    cell: ({ after }) => formatUsd(after.valueUsd),
    sortBy: ({ after }) => after.valueUsd,
    csv: 'value_after_usd',
  },
  {
    key: 'change',
    label: 'Change',
    definition: '100·(value after/value now − 1), percent.',
    align: 'right',
    ascendsFirst: true,
    cell: (fund) => <PercentChange percent={changeOf(fund)} />,
    sortBy: changeOf,
    csv: 'change_pct',
  },
];

/** The presets, each with what its button says. */
const presets: readonly (readonly [string, readonly Shock[]])[] = [
  ['All −30 %', fallOfAll],
  ['BTC −30 %, ETH −40 %, others unchanged', fallOfTwo],
];

/** What a wallet would be worth after changes of prices, which the reader sets. */
export function WalletStress({ address }: { readonly address: string }) {
  const [params, setParams] = useSearchParams();
  const { data } = useQuery(exposureQuery, { wallet: address, address });
  const shocks = readShocks(params.get('shocks')).slice(0, maxShocks);
  const tickers = data?.portfolio.exposure?.map(({ symbol }) => symbol) ?? null;
  const asked =
    tickers === null && shocks.some(({ symbol }) => symbol === every)
      ? null
      : expandShocks(shocks, tickers ?? []);
  const change = (next: readonly Shock[]) =>
    setParams(
      (current) => {
        current.set('shocks', formatShocks(next));
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <div className="presets">
        {presets.map(([label, preset]) => (
          <Button
            key={label}
            size="small"
            aria-pressed={formatShocks(shocks) === formatShocks(preset)}
            onClick={() => change(preset)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Shocks shocks={shocks} tickers={tickers} onChange={change} />
      <NewShock
        disabled={shocks.length >= maxShocks}
        tickers={tickers}
        onAdd={(shock) =>
          change([...shocks.filter(({ symbol }) => symbol !== shock.symbol), shock])
        }
      />
      {shocks.length > 0 && !shocks.some(({ symbol }) => symbol === every) && (
        <p className="muted small">All other prices stay as they are.</p>
      )}
      {shocks.length === 0 && <EmptyNote>Add a price change.</EmptyNote>}
      {asked !== null && asked.length > 0 && (
        <QuerySection query={stressQuery} variables={{ address, shocks: [...asked] }} height={320}>
          {({ portfolio: { now, after } }) =>
            now === null || after === null ? (
              <EmptyNote>This wallet holds nothing.</EmptyNote>
            ) : (
              <StressResult now={now} after={after} />
            )
          }
        </QuerySection>
      )}
    </>
  );
}

function StressResult(props: { readonly now: Result; readonly after: Result }) {
  const now = readFragment(stressedWallet, props.now);
  const after = readFragment(stressedWallet, props.after);
  return (
    <div className="stress-result" role="status">
      <Stats>
        <Stat label="Value now" definition={definitions.valueNow}>
          {formatUsd(now.valueUsd)}
        </Stat>
        <Stat label="Value after" definition={definitions.valueUsd}>
          {formatUsd(after.valueUsd)}
        </Stat>
        <Stat
          label="Change"
          definition={definitions.changePct}
          note={formatSignedUsd(after.valueUsd - now.valueUsd)}
        >
          <PercentChange percent={after.changePct} />
        </Stat>
      </Stats>
      <div className="dense tight-table">
        <DataTable
          label="Funds after the change"
          columns={fundColumns}
          rows={pairUp(now.funds, after.funds, ({ dtf }) => dtf.id)}
          rowKey={({ after: { dtf } }) => dtf.id}
          csv="wallet-stress"
          empty="This wallet holds no fund."
        />
        {after.loans.length > 0 && <StressedLoans now={now.loans} after={after.loans} />}
      </div>
    </div>
  );
}
