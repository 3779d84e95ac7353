import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatChange, formatLabel, formatSignedUsd, shortenHex } from '../lib/format.ts';

/** A change in percent, coloured and signed. */
export function PercentChange({ percent }: { readonly percent: number | null | undefined }) {
  return <span className={`nowrap ${toneOf(percent)}`}>{formatChange(percent)}</span>;
}

/** A gain or loss in USD, coloured and signed. */
export function UsdGain({ usd }: { readonly usd: number | null | undefined }) {
  return <span className={toneOf(usd)}>{formatSignedUsd(usd)}</span>;
}

/** The colour class of a change; neutral when there is none. */
const toneOf = (change: number | null | undefined) =>
  change == null || change === 0 ? 'muted' : change > 0 ? 'up' : 'down';

/** A figure with its name. */
export function Stat({
  label,
  children,
  note,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="stat">
      <dt className="muted small">{label}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className="stat-note muted small">{note}</dd>}
    </div>
  );
}

/** Figures in a row. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

/** A word with a colour: a state or a kind. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: 'neutral' | 'up' | 'down' | 'accent' | 'second';
  readonly children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The state of the oracle network. */
export function HealthBadge({ status }: { readonly status: string | null }) {
  const isHealthy = status?.toLowerCase() === 'healthy';
  return <Badge tone={isHealthy ? 'up' : 'down'}>{formatLabel(status ?? 'unknown')}</Badge>;
}

/** A live figure: it flashes in the colour of its direction when it changes. */
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

/** A wallet's address, as a link to its portfolio. */
export function WalletLink({ address }: { readonly address: string }) {
  return (
    <Link className="mono nowrap" to={`/portfolio/${address}`} title={address}>
      {shortenHex(address)}
    </Link>
  );
}

/** A fund's ticker and name, as a link to its page. */
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
