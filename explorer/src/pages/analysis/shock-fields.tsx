import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { every, maxShocks, type Shock } from './shocks.ts';

/** The tickers of a wallet, the largest value first; null while they are not known. */
type Tickers = readonly string[] | null;

const isHeld = (tickers: Tickers, symbol: string) =>
  tickers?.some((ticker) => ticker.toUpperCase() === symbol) ?? true;

/** The changes of prices that are set, each of which can be changed and removed. */
export function Shocks(props: {
  readonly shocks: readonly Shock[];
  readonly tickers: Tickers;
  readonly onChange: (shocks: readonly Shock[]) => void;
}) {
  const { shocks, tickers, onChange } = props;
  return (
    <ul className="shocks" aria-label="Changes of prices">
      {shocks.map((shock) => (
        <li key={shock.symbol}>
          <strong className="ticker">{nameOf(shock, shocks, tickers)}</strong>
          {shock.symbol !== every && !isHeld(tickers, shock.symbol) && (
            <span className="muted">not held</span>
          )}
          <input
            type="number"
            min={-100}
            max={9999}
            step="any"
            aria-label={`Change of ${shock.symbol === every ? 'all' : shock.symbol}, %`}
            defaultValue={shock.pct}
            key={shock.pct}
            onBlur={({ target }) => {
              const pct = Math.max(-100, Number(target.value));
              if (target.value === '' || pct === shock.pct) return;
              onChange(shocks.map((one) => (one === shock ? { ...one, pct } : one)));
            }}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
          <span className="muted">%</span>
          <Button
            size="small"
            look="quiet"
            aria-label={`Remove ${shock.symbol === every ? 'all' : shock.symbol}`}
            onClick={() => onChange(shocks.filter((one) => one !== shock))}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ symbol }: Shock, shocks: readonly Shock[], tickers: Tickers) => {
  if (symbol !== every) return symbol;
  if (shocks.length > 1) return 'All others';
  if (tickers !== null && tickers.length > maxShocks)
    return `The ${maxShocks} largest of ${tickers.length} assets`;
  return tickers === null ? 'All assets' : `All ${formatCount(tickers.length, 'asset')}`;
};

/** A form to add a change of the price of an asset that the wallet holds through its funds. */
export function NewShock(props: {
  readonly disabled: boolean;
  readonly tickers: Tickers;
  readonly onAdd: (shock: Shock) => void;
}) {
  const { disabled, tickers, onAdd } = props;
  const [symbol, setSymbol] = useState('');
  const [pct, setPct] = useState('-50');
  const [unknown, setUnknown] = useState<string | null>(null);
  const id = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const ticker = symbol.trim().toUpperCase();
    if (!isHeld(tickers, ticker)) return setUnknown(ticker);
    onAdd({ symbol: ticker, pct: Number(pct) });
    setSymbol('');
  };
  return (
    <form className="new-shock" onSubmit={add}>
      <TextField
        label="Ticker"
        value={symbol}
        required
        pattern="\s*[A-Za-z0-9]{1,20}\s*"
        autoComplete="off"
        list={`${id}-tickers`}
        onChange={({ target }) => {
          setUnknown(null);
          setSymbol(target.value);
        }}
      />
      <datalist id={`${id}-tickers`}>
        {tickers?.map((ticker) => (
          <option key={ticker} value={ticker} />
        ))}
      </datalist>
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
      <Button type="submit" disabled={disabled}>
        Add
      </Button>
      {unknown !== null && (
        <p className="field-error" role="alert">
          The funds of this wallet hold no {unknown}. {describeChoice(tickers ?? [])}
        </p>
      )}
    </form>
  );
}

/** Number of tickers that a message names. */
const namedTickers = 12;

const describeChoice = (tickers: readonly string[]) => {
  if (tickers.length === 0) return 'They hold no assets.';
  const named = tickers.slice(0, namedTickers).join(', ');
  const others = tickers.length - namedTickers;
  return `Choose one of ${named}${others > 0 ? ` and ${others} more in the list of the field` : ''}.`;
};
