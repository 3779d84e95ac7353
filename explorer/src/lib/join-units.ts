/** Joins numbers to their units, between which no line breaks then: `77 %`, `30 d`. */
export const joinUnits = (text: string): string =>
  text.replace(/(\d) (?=(%|d|USDC)(?!\w))/g, '$1\u00a0');
