import { decodePathAsLenientServer, stripSegmentParameters } from '../../lib/encoding/url-path.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

const maxDecodings = 3;
const maxAuthorities = 2;

/** An authority in a path (`//host/path`, `/http://host/path`), which some servers remove. */
const authority = /^\/*(?:https?:\/*|\/\/)[^/]*/i;

/** One interpretation of a path, and how many decodings and removed authorities led to it. */
type Reading = {
  readonly path: string;
  readonly decodings: number;
  readonly authorities: number;
};

function nextReadings({ path, decodings, authorities }: Reading): readonly Reading[] {
  const next: Reading[] = [];
  const add = (read: string, steps: Partial<Reading> = {}) => {
    if (read !== path) next.push({ path: read, decodings, authorities, ...steps });
  };
  if (decodings < maxDecodings) add(decodePathAsLenientServer(path), { decodings: decodings + 1 });
  if (authorities < maxAuthorities) {
    add(path.replace(authority, '') || '/', { authorities: authorities + 1 });
  }
  add(path.replace(/[?#].*$/s, ''));
  add(path.split('/').map(stripSegmentParameters).join('/'));
  return next;
}

/**
 * Returns every path that an upstream may read the given one as: decoded up to three times, without
 * `;parameters`, `//authority` or what becomes a query, in every order of these steps.
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

/** Normalizes text of one byte per character: lower case, and NFKC if it is not ASCII. */
function foldText(bytes: string): string {
  const text = isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString().normalize('NFKC');
  return text.toLowerCase();
}

const segmentsOf = (prefix: string): readonly string[] =>
  foldText(prefix).split('/').map(stripSegmentParameters).filter(Boolean);

/** The segments of each prefix, raw and percent-decoded. */
const parsePrefixes = memoizeOnObject((prefixes: readonly string[]) =>
  prefixes.flatMap((prefix) => {
    const bytes = Buffer.from(prefix).toString('latin1');
    return [segmentsOf(bytes), segmentsOf(decodePathAsLenientServer(bytes))];
  }),
);

/** Returns true if the non-empty segments of a path begin with the given ones. */
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

/** Paths that have one interpretation only, apart from doubled slashes and letter case. */
const singleReading = /^\/(?!\/|https?:)[\w~!$&'()*+,=:@/.-]*$/i;

/**
 * Whether an upstream could read a path as one of the denied prefixes or a path below one. Servers
 * differ in how they decode and normalize paths, so every reading is tested (`readingsOf`), without
 * regard to trailing slashes, letter case and Unicode compatibility forms (`／` is `/`).
 *
 * @param path - Starts with `/`, without the query. A latin1 string: one character for each byte.
 * @example isDeniedPath('//x/jobs/%69nvalidate', ['/jobs/invalidate']) // true
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
