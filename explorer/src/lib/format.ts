/** All formatting of numbers, amounts and times. Components have no formatting of their own. */

const locale = 'en-US';
const unknown = '–';

type Maybe<T> = T | null | undefined;

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** Numbers nearer to zero are what rounding leaves over in sums, and are shown as zero. */
export const roundingNoise = 1e-9;

/**
 * Formats a number by `show`. A number that would be shown as zero but is not is shown as less than
 * the least that `show` states: `<0.01`, `+<0.01`, `-<$0.01`.
 */
function formatWithLeast(value: number, digits: number, show: (value: number) => string): string {
  const least = 10 ** -digits;
  const size = Math.abs(value);
  if (size < roundingNoise || size >= least / 2) return show(value);
  return show(Math.sign(value) * least).replace(/^[+-]?/, (sign) => `${sign}<`);
}

/** Formats a number with thousands separators and at most `digits` decimals. */
export function formatNumber(value: Maybe<number>, digits = 0): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  return numberFormat({ maximumFractionDigits: digits, signDisplay: 'negative' }).format(value);
}

/** Formats a growth factor: `2.29×`. */
export const formatMultiple = (value: number): string => `${formatFixed(value)}×`;

/** Formats a number with exactly `digits` decimals, for table columns. */
export function formatFixed(value: Maybe<number>, digits = 2): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormat({ ...format, signDisplay: 'negative' }).format(value);
}

/** Formats an amount in USD: `$1,234.56`. */
export function formatUsd(value: Maybe<number>): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  const format = { style: 'currency', currency: 'USD', signDisplay: 'negative' } as const;
  return formatWithLeast(value, 2, numberFormat(format).format);
}

/** Formats a gain or loss with its sign: `+$12.00`. */
export function formatSignedUsd(value: Maybe<number>): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  const format = { style: 'currency', currency: 'USD', signDisplay: 'exceptZero' } as const;
  return formatWithLeast(value, 2, numberFormat(format).format);
}

/** Formats a large amount in short form: `$152.7K`, `$19.0K`. */
export const formatCompactUsd = (value: Maybe<number>): string => compactUsd(value, 'auto');

/** Formats a large amount as an axis label: `$240K`, `$1.5M`. */
export const formatUsdMark = (value: number): string => compactUsd(value, 'stripIfInteger');

function compactUsd(value: Maybe<number>, trailingZeroDisplay: 'auto' | 'stripIfInteger'): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  const digits = Math.abs(value) < 1000 ? 2 : 1;
  const format = {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay,
  } as const;
  return formatWithLeast(value, digits, numberFormat(format).format);
}

/** Formats a price per unit: with cents from $1 on, with four significant digits below. */
export function formatPrice(value: Maybe<number>): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  if (value === 0 || Math.abs(value) >= 1) return formatUsd(value);
  return numberFormat({
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 4,
  }).format(value);
}

/**
 * Formats a price of an order book with five significant digits at least, so that neighbouring
 * levels differ: `$27.975`.
 */
export function formatQuote(value: number): string {
  const digits = value > 0 ? Math.max(2, 4 - Math.floor(Math.log10(value))) : 2;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormat({ style: 'currency', currency: 'USD', ...fixed }).format(value);
}

/** Formats a value of a data source with its unit: `33,861.54 USD`, `4.2 %`. */
export function formatInUnit(value: Maybe<number>, unit: Maybe<string>): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  if (unit === 'USD') return formatPrice(value);
  const digits =
    Math.abs(value) >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 };
  const number = numberFormat(digits).format(value);
  return unit ? `${number} ${unit}` : number;
}

/** Formats a value with eight significant digits, so that a small change of it shows. */
export function formatValue(value: Maybe<number>): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  return numberFormat({ maximumSignificantDigits: 8 }).format(value);
}

/** Decimals of a percentage, the same in figures, tables, charts and sentences. */
const percentDigits = 2;

/** Formats a number with its sign, for columns whose unit is in the heading: `+5.00`. */
export function formatSigned(value: Maybe<number>, digits = percentDigits): string {
  if (value == null || !Number.isFinite(value)) return unknown;
  const format = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  } as const;
  return formatWithLeast(value, digits, numberFormat(format).format);
}

const withUnit = (text: string, unit: string) => (text === unknown ? text : `${text} ${unit}`);

/** Formats a change in percent with its sign: 5 is `+5.00 %`, 0.001 is `+<0.01 %`. */
export const formatChange = (percent: Maybe<number>): string =>
  withUnit(formatSigned(percent), '%');

/** Formats a difference of percentages in percentage points: `+5.00 pp`. */
export const formatPoints = (points: Maybe<number>): string => withUnit(formatSigned(points), 'pp');

/** Formats a percentage without sign: 5 is `5.00 %`, 0.001 is `<0.01 %`. */
export function formatPercent(percent: Maybe<number>): string {
  if (percent == null || !Number.isFinite(percent)) return unknown;
  return `${formatWithLeast(percent, percentDigits, formatFixed)} %`;
}

/** Formats a fraction as a percentage: 0.05 is `5.00 %`. */
export const formatFraction = (fraction: Maybe<number>): string =>
  formatPercent(fraction == null ? null : fraction * 100);

/** Formats a probability; one near 0 or 1 as a bound: `>99.99 %`. */
export function formatProbability(fraction: number): string {
  const least = 10 ** -percentDigits / 100;
  if (fraction < least) return `<${formatFraction(least)}`;
  return fraction > 1 - least ? `>${formatFraction(1 - least)}` : formatFraction(fraction);
}

/**
 * Formats a percentage that somebody chose, such as a fee, or that marks an axis, with as many
 * decimals as it has: `0.5 %`, `77 %`.
 */
export const formatGivenPercent = (percent: Maybe<number>): string =>
  withUnit(formatNumber(percent, 3), '%');

/** Decimals of a change within a tick, most of which are below 0.01 %. */
const tickChangeDigits = 4;

/** Formats a change within a tick, for columns whose unit is in the heading: `+0.0123`. */
export const formatTickChange = (percent: Maybe<number>): string =>
  formatSigned(percent, tickChangeDigits);

/** Formats the size of a change within a tick: `0.0123 %`. */
export const formatTickMove = (percent: Maybe<number>): string =>
  withUnit(formatTickChange(percent).replace('+', ''), '%');

const weiPerUnit = 10n ** 18n;

/** Converts an amount of wei (18 decimals) to a number, for charts and comparisons. */
export function weiToNumber(wei: string): number {
  const value = BigInt(wei);
  return Number(value / weiPerUnit) + Number(value % weiPerUnit) / 1e18;
}

/** Formats an amount of wei (18 decimals) with all its decimals, for files: `1200.5`. */
export function formatExactWei(wei: Maybe<string>): string | null {
  if (wei == null) return null;
  const value = BigInt(wei);
  const size = value < 0n ? -value : value;
  const decimals = String(size % weiPerUnit)
    .padStart(18, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / weiPerUnit}${decimals === '' ? '' : `.${decimals}`}`;
}

/**
 * Formats an amount of wei (18 decimals) with its unit: `1,200.50 USDC`. Up to three decimals are
 * always shown, so that the numbers of a column are aligned; further decimals only if they are not
 * zero. An amount that would be rounded to zero is `<0.01 USDC`.
 */
export function formatWei(wei: Maybe<string>, unit: string, digits = 2): string {
  if (wei == null) return unknown;
  const format = digits > 3 ? formatNumber : formatFixed;
  // Every wei counts: the amount is exact.
  const value = weiToNumber(wei);
  const shown = value === 0 ? 0 : Math.sign(value) * Math.max(Math.abs(value), roundingNoise);
  return `${formatWithLeast(shown, digits, (one) => format(one, digits))} ${unit}`;
}

/** Formats an amount of USDC, for charts: `1,200.50 USDC`. */
export const formatUsdc = (value: number): string =>
  `${formatWithLeast(value, 2, formatFixed)} USDC`;

/** Parses a decimal amount into wei; null if the text is not an amount. */
export function parseWei(text: string): bigint | null {
  const match = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) return null;
  return BigInt(match[1] ?? '0') * weiPerUnit + BigInt((match[2] ?? '').padEnd(18, '0'));
}

/** Shortens an address or hash: `0xBcd4…4096`. */
export function shortenHex(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}

/** Labels of slugs that differ from the slugs' words. */
const labels: Readonly<Record<string, string>> = {
  ai: 'AI',
  defi: 'DeFi',
  fx: 'FX',
  mcap: 'Market cap',
  nft: 'NFT',
};

/**
 * Formats an enum value or slug as words: `NOT_STARTED` is `Not started`, `series_a` is `Series A`.
 */
export function formatLabel(name: string): string {
  const known = labels[name];
  if (known !== undefined) return known;
  const words = name.replaceAll(/[_-]+/g, ' ').toLowerCase();
  return words.replace(/^.| [a-z]$/g, (letter) => letter.toUpperCase());
}

/** Names a market by its ticker; by its identifier where no oracle lists it. */
export const formatMarket = (market: {
  readonly symbol: string | null;
  readonly marketId: string;
}): string => market.symbol ?? market.marketId;

/** Returns a market's name where it says more than its ticker; else null. */
export const nameBeside = (ticker: string, name: Maybe<string>): string | null =>
  name == null || name.toLowerCase() === ticker.toLowerCase() ? null : name;

/** Names a batch: `Forty coins · batch 10`, without a name of its creator's `Batch 10`. */
export function formatBatch(batch: {
  readonly batchId: number;
  readonly metadata: { readonly name: string | null } | null;
}): string {
  const name = batch.metadata?.name ?? null;
  return name === null ? `Batch ${batch.batchId}` : `${name} · batch ${batch.batchId}`;
}

/** A time as Unix seconds or as ISO text. */
export type Moment = number | string;

/** Converts a time to a `Date`. */
export function toDate(moment: Moment): Date {
  return new Date(typeof moment === 'number' ? moment * 1000 : moment);
}

/** One clock everywhere, that of the axes. */
const hourCycle = 'h23';
const dateTime = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle,
});
const localDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const exactTime = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle,
});
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle });

/** Names the user's time zone: `Europe/Berlin`. */
export const formatTimeZone = (): string => dateTime.resolvedOptions().timeZone;

/** Formats a time in the user's time zone: `Nov 24, 2026, 13:14`. */
export const formatDateTime = (moment: Moment): string => dateTime.format(toDate(moment));

/** Formats a time with seconds in the user's time zone: `Nov 24, 2026, 13:14:05`. */
export const formatExactTime = (moment: Moment): string => exactTime.format(toDate(moment));

/** Formats a time as its day in the user's time zone: `Nov 24, 2026`. */
export const formatLocalDay = (moment: Moment): string => localDay.format(toDate(moment));

/** Formats a time of day in the user's time zone: `13:14`. */
export const formatClock = (moment: Moment): string => clock.format(toDate(moment));

/** Formats a calendar day, which has no time zone: `Nov 24, 2026`. */
export const formatDay = (date: string): string => day.format(new Date(date));

/** Formats Unix seconds as their day in UTC: `Nov 24, 2026`. */
export const formatUtcDay = (timestamp: number): string => day.format(toDate(timestamp));

/** Formats a time in UTC, for tooltips. */
export const formatUtc = (moment: Moment): string =>
  `${toDate(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Formats a time in UTC for files: `2026-11-24T12:14:00.000Z`. */
export const formatIso = (moment: Maybe<Moment>): string | null =>
  moment == null ? null : toDate(moment).toISOString();

/** Formats Unix seconds as their day in UTC, for files: `2026-11-24`. */
export const formatIsoDay = (timestamp: number): string =>
  toDate(timestamp).toISOString().slice(0, 10);

/** Formats a duration with at most `unitCount` units: `3 min 20 s`. */
export function formatDuration(seconds: number, unitCount = 2): string {
  const whole = Math.max(0, Math.round(seconds));
  const units: readonly (readonly [number, string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ];
  const first = units.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return units
    .slice(first, first + unitCount)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** Formats how long ago a time was: `12 s ago`. */
export function formatAge(moment: Moment, now: number, unitCount = 2): string {
  const seconds = now / 1000 - toDate(moment).getTime() / 1000;
  return seconds < 1 ? 'just now' : `${formatDuration(seconds, unitCount)} ago`;
}

/** Formats a duration in milliseconds: `142 ms`, `2.4 s`. */
export function formatMillis(millis: Maybe<number>): string {
  if (millis == null) return unknown;
  return millis < 1000 ? `${formatNumber(millis)} ms` : `${formatNumber(millis / 1000, 1)} s`;
}

/** Formats a count with its noun: `1 player`, `3 players`. */
export function formatCount(count: Maybe<number>, noun: string, plural = `${noun}s`): string {
  if (count == null) return unknown;
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** Length of a time axis in seconds from which its labels are days without times. */
const longSpan = 3 * 86_400;

const axisFormats = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { month: 'short', day: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * Formats a label of a time axis. `kind` is the chart library's value: 0 year, 1 month, 2 day, 3
 * a minute or more, 4 seconds. Calendar days are in UTC, times in the user's time zone. `span` is
 * the length of the axis in seconds: a long one has no times of day, and only one of two minutes
 * or less has seconds, so that no label stands twice.
 */
export function formatAxisTime(
  timestamp: number,
  kind: number,
  { daily, span }: { readonly daily: boolean; readonly span: number },
): string {
  const isShort = span <= 120;
  if (kind > 2 && (span > longSpan || (kind === 4 && !isShort))) return '';
  const clock = isShort ? 'seconds' : 'clock';
  const name = kind === 0 ? 'year' : kind === 1 ? 'month' : kind === 2 ? 'day' : clock;
  const zone = daily ? { timeZone: 'UTC' } : {};
  return toDate(timestamp).toLocaleString(locale, { ...axisFormats[name], ...zone });
}
