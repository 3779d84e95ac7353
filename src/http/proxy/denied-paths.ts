import { decodePath, stripSegmentParameters } from '../../lib/encoding/url-path.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

/** As many percent-decodings and as many removals of an authority are tried, in any order. */
const maxDecodings = 3;
const maxAuthorities = 2;

/** The authority that some servers take off a target, as in `//host/path` or `/http://host/path`. */
const authority = /^\/*(?:https?:\/*|\/\/)[^/]*/i;

/** A path as one chain of upstream readers takes it, and which of the bounded steps led to it. */
type Reading = {
  readonly path: string;
  readonly decodings: number;
  readonly authorities: number;
};

/** Every reading that is one step of some server away from the given one. */
function nextReadings({ path, decodings, authorities }: Reading): readonly Reading[] {
  const next: Reading[] = [];
  const add = (read: string, steps: Partial<Reading> = {}) => {
    if (read !== path) next.push({ path: read, decodings, authorities, ...steps });
  };
  if (decodings < maxDecodings) add(decodePath(path), { decodings: decodings + 1 });
  if (authorities < maxAuthorities) {
    add(path.replace(authority, '') || '/', { authorities: authorities + 1 });
  }
  add(path.replace(/[?#].*$/s, ''));
  add(path.split('/').map(stripSegmentParameters).join('/'));
  return next;
}

/**
 * Every path that an upstream may take the given one for: percent-decoded up to three times, without
 * `;parameters` and blanks, without `//authority`, without what is a query once it is decoded, in
 * every order of these steps. Doubled slashes and letter case are left to the comparison.
 */
function readingsOf(path: string): ReadonlySet<string> {
  const seen = new Set([path]);
  const open: Reading[] = [{ path, decodings: 0, authorities: 0 }];
  const visited = new Set<string>();
  for (let reading = open.pop(); reading; reading = open.pop()) {
    for (const next of nextReadings(reading)) {
      const state = `${next.decodings}${next.authorities}${next.path}`;
      if (visited.has(state)) continue;
      visited.add(state);
      seen.add(next.path);
      open.push(next);
    }
  }
  return seen;
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Text of which each character is one byte, with one form for letters that are the same to some servers. */
function foldText(bytes: string): string {
  const text = isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString().normalize('NFKC');
  return text.toLowerCase();
}

const segmentsOf = (prefix: string): readonly string[] =>
  foldText(prefix).split('/').map(stripSegmentParameters).filter(Boolean);

/** The segments of each prefix, as it is written and decoded. */
const parsePrefixes = memoizeOnObject((prefixes: readonly string[]) =>
  prefixes.flatMap((prefix) => {
    const bytes = Buffer.from(prefix).toString('latin1');
    return [segmentsOf(bytes), segmentsOf(decodePath(bytes))];
  }),
);

/** Whether the segments of a path, empty ones left out, begin with the given ones. */
function isBelow(path: string, prefix: readonly string[]): boolean {
  let at = 0;
  for (const expected of prefix) {
    let segment = '';
    while (segment === '') {
      if (at > path.length) return false;
      const slash = path.indexOf('/', at);
      const end = slash < 0 ? path.length : slash;
      segment = stripSegmentParameters(path.slice(at, end));
      at = end + 1;
    }
    if (segment !== expected) return false;
  }
  return true;
}

/** Paths that no server reads in another way, but for doubled slashes and letter case. */
const singleReading = /^\/(?!\/|https?:)[\w~!$&'()*+,=:@/.-]*$/i;

/**
 * Whether any reading of a path lies at or below one of the prefixes that an operator withholds. A
 * slash at the end, letter case and the compatibility forms of Unicode (`／` is `/`) make no difference.
 *
 * @param path - Without its query, starting with `/`; every character one byte.
 * @param prefixes - As configured.
 * @example isDeniedPath('//x/sim/%69nvalidate', ['/sim/invalidate']) // true
 */
export function isDeniedPath(path: string, prefixes: readonly string[]): boolean {
  if (prefixes.length === 0) return false;
  const denied = parsePrefixes(prefixes);
  const readings = singleReading.test(path) ? [path] : readingsOf(path);
  for (const reading of readings) {
    const folded = foldText(reading);
    if (denied.some((prefix) => isBelow(folded, prefix))) return true;
  }
  return false;
}
