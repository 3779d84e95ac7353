import { useMemo, useRef, useState } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { CandleInterval, NavCandlesQuery, NavRange } from '../../generated/graphql.ts';
import { formatPrice, formatQuote } from '../../lib/format.ts';
import { useLiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { navChartHeight, RangeChange, selectView, type View } from './range-change.tsx';

const navCandlesQuery = graphql(`
  query NavCandles($id: ID!, $interval: CandleInterval!, $from: UnixSeconds!) {
    dtf(id: $id) {
      id
      candles(interval: $interval, from: $from) {
        timestamp
        open
        high
        low
        close
      }
    }
  }
`);

type Candle = NonNullable<NonNullable<NavCandlesQuery['dtf']>['candles']>[number];

/** Width of the candles of a range: its name in the API, in seconds, and in words. */
type Width = { readonly interval: CandleInterval; readonly seconds: number; readonly text: string };

const quarter: Width = { interval: 'M15', seconds: 900, text: '15 minutes' };
const hour: Width = { interval: 'H1', seconds: 3600, text: 'one hour' };
const day: Width = { interval: 'D1', seconds: 86_400, text: 'one day (UTC)' };

/** Days of a range, and candles that are neither too few nor too narrow to be read. */
const shapes: Readonly<Record<NavRange, { readonly days: number; readonly width: Width }>> = {
  D1: { days: 1, width: quarter },
  D7: { days: 7, width: hour },
  D30: { days: 30, width: day },
  D90: { days: 90, width: day },
  Y1: { days: 365, width: day },
  Y3: { days: 3 * 365, width: day },
  Y5: { days: 5 * 365, width: day },
  MAX: { days: Number.POSITIVE_INFINITY, width: day },
};

/** The NAV of a fund over a range as candles, of which the last follows the live value. */
export function NavCandles(props: {
  readonly itpId: string;
  readonly range: NavRange;
  readonly dayChangePct: number | null;
}) {
  const { itpId, range, dayChangePct } = props;
  const { days, width } = shapes[range];
  // A fixed time at the end of an interval, so that the same candles are read again; ranges of days
  // begin at midnight (UTC), as those of the API do.
  const [from] = useState(() => {
    const step = range === 'D1' ? width.seconds : day.seconds;
    const now = Math.floor(Date.now() / 1000 / step) * step;
    return Math.max(0, now - days * day.seconds);
  });
  const variables = { id: itpId, interval: width.interval, from };
  return (
    <QuerySection
      query={navCandlesQuery}
      variables={variables}
      height={navChartHeight + 64}
      every={width.seconds * 1000}
    >
      {({ dtf }) => (
        <Candles
          itpId={itpId}
          range={range}
          dayChangePct={dayChangePct}
          width={width}
          // The candle that ends when the range begins is of the time before.
          candles={(dtf?.candles ?? []).filter(({ timestamp }) => timestamp > from)}
        />
      )}
    </QuerySection>
  );
}

function Candles(props: {
  readonly itpId: string;
  readonly range: NavRange;
  readonly dayChangePct: number | null;
  readonly width: Width;
  readonly candles: readonly Candle[];
}) {
  const { itpId, range, dayChangePct, width, candles } = props;
  const drawn = useMemo(() => startAtBegin(candles, width.seconds), [candles, width]);
  const series = useMemo(
    () =>
      (['open', 'high', 'low', 'close'] as const).map((key) => ({
        name: key.replace(/^./, (letter) => letter.toUpperCase()),
        points: drawn.map((candle) => ({ timestamp: candle.timestamp, value: candle[key] })),
      })),
    [drawn],
  );
  const live = useLiveCandle(itpId, drawn.at(-1));
  const [view, setView] = useState<View>(null);
  const all = live === null ? drawn : [...drawn.slice(0, -1), live];
  const shown = selectView(all, view);
  const [first] = shown;
  const end = shown.at(-1);
  const last = all.at(-1);
  const liveValues = useMemo(
    () =>
      live && {
        timestamp: live.timestamp,
        values: [live.open, live.high, live.low, live.close],
      },
    [live],
  );
  if (first === undefined || end === undefined || last === undefined) {
    return <EmptyNote>No candles in this range.</EmptyNote>;
  }
  return (
    <>
      <RangeChange
        first={{ timestamp: first.timestamp, nav: first.open }}
        last={{ timestamp: end.timestamp, nav: end.close }}
        range={range}
        isZoomed={view !== null}
        dayChangePct={dayChangePct}
      >
        , candles of {width.text}
      </RangeChange>
      <TimeChart
        label={`NAV per share as candles, now ${formatPrice(last.close)}`}
        series={series}
        format={formatQuote}
        formatMark={formatPrice}
        height={navChartHeight}
        daily={width === day}
        spacing={width.seconds}
        candles
        live={liveValues}
        onZoom={setView}
      />
    </>
  );
}

/**
 * Returns the candles with the begin of their interval as time, which is how charts name them. A
 * fund has an additional candle at its creation, which the whole candle of that interval replaces.
 */
function startAtBegin(candles: readonly Candle[], seconds: number): readonly Candle[] {
  const byBegin = new Map(
    candles.map((candle) => {
      const timestamp = (Math.ceil(candle.timestamp / seconds) - 1) * seconds;
      return [timestamp, { ...candle, timestamp }];
    }),
  );
  return [...byBegin.values()];
}

/** Returns the last candle as it is with all live values since it was read; null before the first. */
function useLiveCandle(itpId: string, last: Candle | undefined): Candle | null {
  const nav = useLiveNav(itpId);
  const known = useRef<{ readonly of: Candle; readonly candle: Candle } | null>(null);
  return useMemo(() => {
    if (nav === null || last === undefined) return null;
    const { high, low } = known.current?.of === last ? known.current.candle : last;
    const candle = { ...last, high: Math.max(high, nav), low: Math.min(low, nav), close: nav };
    known.current = { of: last, candle };
    return candle;
  }, [nav, last]);
}
