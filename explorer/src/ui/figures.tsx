import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  formatChange,
  formatLabel,
  formatSigned,
  formatSignedUsd,
  roundingNoise,
  shortenHex,
} from '../lib/format.ts';
import { Hint } from './fields.tsx';

/** Shows a change in percent, coloured and with its sign. */
export function PercentChange({ percent }: { readonly percent: number | null | undefined }) {
  return <span className={`nowrap ${toneOf(percent)}`}>{formatChange(percent)}</span>;
}

/** Shows a gain or loss in USD, coloured and with its sign. */
export function UsdGain({ usd }: { readonly usd: number | null | undefined }) {
  return <span className={toneOf(usd)}>{formatSignedUsd(usd)}</span>;
}

/** Shows a gain or loss in USDC, coloured and with its sign. */
export function UsdcGain({ amount }: { readonly amount: number }) {
  return <span className={`nowrap ${toneOf(amount)}`}>{formatSigned(amount, 2)} USDC</span>;
}

/** Returns the CSS class of a change; neutral if it is unknown or shown as zero. */
export const toneOf = (change: number | null | undefined) =>
  change == null || Math.abs(change) < roundingNoise ? 'muted' : change > 0 ? 'up' : 'down';

/** Shows a figure with its label. */
export function Stat({
  label,
  definition,
  children,
  note,
}: {
  readonly label: string;
  /** What the figure is, behind a question mark. */
  readonly definition?: string | undefined;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="stat">
      <dt className="muted small">
        {definition === undefined ? (
          label
        ) : (
          <>
            <span>{label}</span> <Hint label={label} text={definition} />
          </>
        )}
      </dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className="stat-note muted small">{note}</dd>}
    </div>
  );
}

/** Shows several `Stat` figures in a row. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

/** Shows a state or a kind as a coloured word. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: 'neutral' | 'up' | 'down' | 'accent' | 'second';
  readonly children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** Shows the state of the oracle network as a badge. */
export function HealthBadge({ status }: { readonly status: string | null }) {
  const isHealthy = status?.toLowerCase() === 'healthy';
  return <Badge tone={isHealthy ? 'up' : 'down'}>{formatLabel(status ?? 'unknown')}</Badge>;
}

/** Shows a live figure that flashes in the colour of its direction when it changes. */
export function FlashOnChange({
  value,
  children,
}: {
  readonly value: number | null | undefined;
  readonly children: ReactNode;
}) {
  const before = useRef(value);
  const [flash, setFlash] = useState<{ readonly way: 'up' | 'down'; readonly n: number } | null>(
    null,
  );
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last == null || value == null || last === value) return;
    setFlash((current) => ({ way: value > last ? 'up' : 'down', n: (current?.n ?? 0) + 1 }));
  }, [value]);
  return (
    <span key={flash?.n ?? 0} className={flash === null ? 'flash' : `flash flash-${flash.way}`}>
      {children}
    </span>
  );
}

/** Shows a wallet's address as a link to its portfolio. */
export function WalletLink({ address }: { readonly address: string }) {
  return (
    <Link className="mono nowrap" to={`/portfolio/${address}`} title={address}>
      {shortenHex(address)}
    </Link>
  );
}

/** Shows a wallet's address as a link to its record in the prediction market. */
export function PlayerLink({ address }: { readonly address: string }) {
  return (
    <Link className="mono nowrap" to={`/player/${address}`} title={address}>
      {shortenHex(address)}
    </Link>
  );
}

/** Shows a fund's ticker and name as a link to its page. */
export function FundLink(props: {
  readonly itpId: string;
  readonly symbol: string | null;
  readonly name?: string | null;
}) {
  return (
    <Link className="fund-link" to={`/dtf/${props.itpId}`}>
      <span className="ticker">{props.symbol ?? shortenHex(props.itpId)}</span>
      {props.name != null && <span className="fund-name">{props.name}</span>}
    </Link>
  );
}

/** Shows a batch's number and name as a link to its page. */
export function BatchLink(props: {
  readonly batchId: number;
  readonly metadata: { readonly name: string | null } | null;
}) {
  const { batchId, metadata } = props;
  return (
    <Link to={`/markets/${batchId}`} className="fund-link">
      <span className="ticker">#{batchId}</span>
      <span className="fund-name">{metadata?.name ?? `Batch ${batchId}`}</span>
    </Link>
  );
}
