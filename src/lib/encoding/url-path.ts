/** Number of decodings that are tried; servers behind each other usually do two. */
const decodings = 3;

/** Percent-decodes once; a character of the result is one byte. Malformed escapes stay. */
const decodeOnce = (text: string): string =>
  text.replace(/%(?:u00)?([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Replaces the over-long UTF-8 encodings of `.`, `/` and `\`, which lenient decoders accept. */
const plainDots = (bytes: string): string =>
  bytes
    .replace(/\u00c0\u00ae|\u00e0\u0080\u00ae/g, '.')
    .replace(/\u00c0\u00af|\u00e0\u0080\u00af/g, '/')
    .replace(/\u00c1\u009c|\u00e0\u0081\u009c/g, '\\');

/**
 * Percent-decodes a path once, as lenient servers do: also `%u00XX` and over-long UTF-8 for `.`,
 * `/` and `\`. Each character of the result stands for one byte.
 */
export const decodePathAsLenientServer = (path: string): string => plainDots(decodeOnce(path));

/** Returns the path as it is and after one, two and three percent-decodings. */
export function decodedForms(path: string): readonly string[] {
  const all = [path];
  for (let decoded = path; all.length <= decodings; ) {
    decoded = decodePathAsLenientServer(decoded);
    all.push(decoded);
  }
  return all;
}

/** Returns a path segment without `;parameters` and outer whitespace, which some servers ignore. */
export const stripSegmentParameters = (segment: string): string =>
  (segment.split(';', 1)[0] ?? '').trim();

const hasDotSegment = (path: string): boolean =>
  path.split('/').some((segment) => /^\.{1,2}$/.test(stripSegmentParameters(segment)));

const hasControl = (text: string): boolean =>
  [...text].some((character) => character <= '\u001f' || character === '\u007f');

/**
 * Returns what makes a decoded path unsafe to forward: `dot segments`, or `backslashes or control
 * characters`; null if it is safe.
 *
 * @example describeUnsafePath('/a/..;x/b') // 'dot segments'
 */
export function describeUnsafePath(reading: string): string | null {
  if (reading.includes('\\') || hasControl(reading)) return 'backslashes or control characters';
  return hasDotSegment(reading) ? 'dot segments' : null;
}

/**
 * Percent-encodes a text as one path segment of an upstream request. Null for an empty text and one
 * that an upstream could read as another path, such as `..`.
 *
 * @example encodePathSegment('a/b') // 'a%2Fb'
 */
export function encodePathSegment(text: string): string | null {
  if (text === '' || !text.isWellFormed()) return null;
  const segment = encodeURIComponent(text);
  return decodedForms(segment).some(describeUnsafePath) ? null : segment;
}
