import { type FormEvent, useState } from 'react';
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
import { TextField } from '../../ui/fields.tsx';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { HealthFactor, healthLevels, LoanState } from '../../ui/loan-state.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { formatShocks, readShocks, type Shock } from './shocks.ts';

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

const healthDefinition = `${stressedLoanDefinitions.healthFactor} The debt is that of today: interest that is due is not counted.`;

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

/** Maximum number of shocks at once. */
const maxShocks = 20;

/** What a wallet would be worth after changes of prices, which the reader sets. */
export function WalletStress({ address }: { readonly address: string }) {
  const [params, setParams] = useSearchParams();
  const shocks = readShocks(params.get('shocks')).slice(0, maxShocks);
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
      <ul className="shocks" aria-label="Changes of prices">
        {shocks.map((shock) => (
          <li key={shock.symbol}>
            <strong className="ticker">{shock.symbol}</strong>
            <input
              type="number"
              min={-100}
              max={9999}
              step="any"
              aria-label={`Change of ${shock.symbol}, %`}
              defaultValue={shock.pct}
              key={shock.pct}
              onBlur={({ target }) => {
                const pct = Math.max(-100, Number(target.value));
                if (target.value === '' || pct === shock.pct) return;
                change(shocks.map((one) => (one === shock ? { ...one, pct } : one)));
              }}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            />
            <span className="muted">%</span>
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${shock.symbol}`}
              onClick={() => change(shocks.filter((one) => one !== shock))}
            >
              <span aria-hidden="true">×</span>
            </Button>
          </li>
        ))}
      </ul>
      <NewShock
        disabled={shocks.length >= maxShocks}
        onAdd={(shock) =>
          change([...shocks.filter(({ symbol }) => symbol !== shock.symbol), shock])
        }
      />
      {shocks.length === 0 ? (
        <EmptyNote>Add a change of a price.</EmptyNote>
      ) : (
        <QuerySection query={stressQuery} variables={{ address, shocks: [...shocks] }} height={320}>
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

function NewShock(props: { readonly disabled: boolean; readonly onAdd: (shock: Shock) => void }) {
  const [symbol, setSymbol] = useState('');
  const [pct, setPct] = useState('-50');
  const add = (event: FormEvent) => {
    event.preventDefault();
    props.onAdd({ symbol: symbol.trim().toUpperCase(), pct: Number(pct) });
    setSymbol('');
  };
  return (
    <form className="new-shock" onSubmit={add}>
      <TextField
        label="Ticker"
        value={symbol}
        required
        pattern="\s*[A-Za-z0-9]{1,20}\s*"
        onChange={({ target }) => setSymbol(target.value)}
      />
      <TextField
        label="Change, %"
        type="number"
        min={-100}
        max={9999}
        step="any"
        required
        value={pct}
        onChange={({ target }) => setPct(target.value)}
      />
      <Button type="submit" disabled={props.disabled}>
        Add
      </Button>
    </form>
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
