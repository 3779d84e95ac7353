import { useQuery } from '@dtf-graph/client/react';
import { useSearchParams } from 'react-router';
import {
  stressResultDefinitions as definitions,
  stressedLoanDefinitions,
} from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { StressedWalletFragment } from '../../generated/graphql.ts';
import { formatSignedUsd, formatUsd } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { HealthFactor, healthLevels, LoanState } from '../../ui/loan-state.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { NewShock, Shocks } from './shock-fields.tsx';
import {
  every,
  expandShocks,
  fallOfAll,
  formatShocks,
  maxShocks,
  readShocks,
  type Shock,
  usual,
} from './shocks.ts';
import { exposureQuery } from './wallet-exposure.tsx';

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
      healthFactor
      state
      market {
        id
        dtf {
          id
          symbol
        }
      }
    }
  }
`);

type Result = FragmentType<typeof stressedWallet>;
/** What something is before and after the changes. */
type Pair<Value> = { readonly now: Value | undefined; readonly after: Value };
type Fund = Pair<StressedWalletFragment['funds'][number]>;
type Loan = Pair<StressedWalletFragment['loans'][number]>;

/** Puts each element beside the one of the same identity before the changes. */
const pairUp = <Value,>(
  now: readonly Value[],
  after: readonly Value[],
  identify: (value: Value) => string,
): readonly Pair<Value>[] => {
  const byId = new Map(now.map((value) => [identify(value), value]));
  return after.map((value) => ({ now: byId.get(identify(value)), after: value }));
};

const changeOf = ({ now, after }: Fund) =>
  now === undefined || now.valueUsd === 0 ? null : 100 * (after.valueUsd / now.valueUsd - 1);

const fundColumns: readonly Column<Fund>[] = [
  fundColumn({ fundOf: ({ after }) => after.dtf }),
  {
    key: 'now',
    label: 'Value now',
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
    align: 'right',
    ascendsFirst: true,
    cell: (fund) => <PercentChange percent={changeOf(fund)} />,
    sortBy: changeOf,
    csv: 'change_pct',
  },
];

const healthDefinition = `${stressedLoanDefinitions.healthFactor} The debt is today’s: interest due is not counted.`;

const loanColumns: readonly Column<Loan>[] = [
  {
    key: 'collateral',
    label: 'Loan',
    cell: ({ after }) => after.market.dtf?.symbol ?? '–',
    csv: {
      loan_against: ({ after }) => after.market.dtf?.symbol,
      market: ({ after }) => after.market.id,
    },
  },
  {
    key: 'now',
    label: 'Health',
    window: 'now',
    definition: healthDefinition,
    align: 'right',
    cell: ({ now }) => <HealthFactor value={now?.healthFactor} state={now?.state} />,
    csv: { health_factor_now: ({ now }) => now?.healthFactor },
  },
  {
    key: 'health',
    label: 'Health',
    window: 'after',
    definition: healthDefinition,
    align: 'right',
    cell: ({ after }) => <HealthFactor value={after.healthFactor} state={after.state} />,
    csv: { health_factor_after: ({ after }) => after.healthFactor },
  },
  {
    key: 'state',
    label: 'State',
    window: 'after',
    definition: healthLevels,
    align: 'right',
    cell: ({ after }) => (
      <LoanState state={after.state} healthFactor={after.healthFactor} withFall />
    ),
    csv: { state_after: ({ after }) => after.state },
  },
];

/** The presets, each with what its button says. */
const presets: readonly (readonly [string, readonly Shock[]])[] = [
  ['BTC −30 %, ETH −40 %', usual],
  ['All −30 %', fallOfAll],
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
        <Stat label="Value now">{formatUsd(now.valueUsd)}</Stat>
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
        {after.loans.length > 0 && (
          <DataTable
            label="Loans after the change"
            columns={loanColumns}
            rows={pairUp(now.loans, after.loans, ({ market }) => market.id)}
            rowKey={({ after: { market } }) => market.id}
            csv="wallet-stress-loans"
          />
        )}
      </div>
    </div>
  );
}
