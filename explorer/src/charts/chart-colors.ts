/** Colours of series by their order, as CSS custom properties of `tokens.css`. */
const seriesTokens = [
  '--series-1',
  '--series-2',
  '--series-3',
  '--series-4',
  '--series-5',
  '--series-6',
  '--series-7',
  '--series-8',
  '--series-9',
  '--series-10',
] as const;

/** Returns the CSS custom property of the series at a position. */
export function seriesToken(position: number): string {
  return seriesTokens[position % seriesTokens.length] ?? '--accent';
}

/** Returns the value of a CSS custom property in the current colour mode. */
export function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
