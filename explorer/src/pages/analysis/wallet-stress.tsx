import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  stressResultDefinitions as definitions,
  stressedLoanDefinitions,
} from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { WalletStressQuery } from '../../generated/graphql.ts';
import { formatFixed, formatUsd } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PercentChange, Stat, Stats } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { LoanState } from '../../ui/loan-state.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { formatShocks, readShocks, type Shock } from './shocks.ts';

const stressQuery = graphql(`
  query WalletStress($address: Address!, $shocks: [PriceShock!]!) {
    portfolio(address: $address) {
      id
      stress(shocks: $shocks) {
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
    }
  }
`);

type Result = NonNullable<WalletStressQuery['portfolio']['stress']>;
type Fund = Result['funds'][number];
type Loan = Result['loans'][number];

const fundColumns: readonly Column<Fund>[] = [
  fundColumn({ fundOf: ({ dtf }) => dtf }),
  {
    key: 'value',
    label: 'Value after',
    definition: definitions.valueUsd,
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_after_usd',
  },
];

const loanColumns: readonly Column<Loan>[] = [
  {
    key: 'collateral',
    label: 'Loan against',
    cell: ({ market }) => market.dtf?.symbol ?? '–',
    csv: { loan_against: ({ market }) => market.dtf?.symbol, market: ({ market }) => market.id },
  },
  {
    key: 'health',
    label: 'Health factor after',
    definition: stressedLoanDefinitions.healthFactor,
    align: 'right',
    cell: ({ healthFactor }) => formatFixed(healthFactor),
    csv: { health_factor_after: ({ healthFactor }) => healthFactor },
  },
  {
    key: 'state',
    label: 'State',
    align: 'right',
    cell: ({ state, healthFactor }) => (
      <LoanState state={state} healthFactor={healthFactor} withFall />
    ),
    csv: { state: ({ state }) => state },
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
          {({ portfolio: { stress } }) =>
            stress === null ? (
              <EmptyNote>This wallet holds nothing.</EmptyNote>
            ) : (
              <StressResult result={stress} />
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

function StressResult({ result }: { readonly result: Result }) {
  return (
    <div className="stress-result" role="status">
      <Stats>
        <Stat label="Value after" definition={definitions.valueUsd}>
          {formatUsd(result.valueUsd)}
        </Stat>
        <Stat label="Change" definition={definitions.changePct}>
          <PercentChange percent={result.changePct} />
        </Stat>
      </Stats>
      <div className="dense">
        <DataTable
          label="Funds after the change"
          columns={fundColumns}
          rows={result.funds}
          rowKey={({ dtf }) => dtf.id}
          csv="wallet-stress"
          empty="This wallet holds no fund."
        />
        {result.loans.length > 0 && (
          <DataTable
            label="Loans after the change"
            columns={loanColumns}
            rows={result.loans}
            rowKey={({ market }) => market.id}
            csv="wallet-stress-loans"
          />
        )}
      </div>
    </div>
  );
}
