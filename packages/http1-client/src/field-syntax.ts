const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns whether a text is a token, as header names must be (RFC 9110 §5.6.2). */
export const isHttpToken = (text: string): boolean => token.test(text);

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Returns the position after the spaces and tabs that start at `from`. */
export function skipSpacesAndTabs(text: string, from: number): number {
  let first = from;
  while (isBlank(text.charCodeAt(first))) first += 1;
  return first;
}

/** Returns this range of a text without trailing spaces and tabs. */
export function trimEndSpacesAndTabs(text: string, from: number, to: number): string {
  let last = to;
  while (last > from && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(from, last);
}
