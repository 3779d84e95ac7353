const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Where the blanks behind this place of a header line are over: at the CR of the line at the latest. */
export function skipWhitespace(text: string, from: number): number {
  let first = from;
  while (isBlank(text.charCodeAt(first))) first += 1;
  return first;
}

/** This part of a text but for the blanks at its end. */
export function trimEndWhitespace(text: string, from: number, to: number): string {
  let last = to;
  while (last > from && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(from, last);
}
