/** Decodings beyond the first two that servers chain in practice are covered by one more. */
const decodings = 3;

/** One percent-decoding, each escape one byte; malformed escapes stay as they are. */
const decodeOnce = (text: string): string =>
  text.replace(/%(?:u00)?([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** The over-long UTF-8 spellings of `.`, `/` and `\` that careless decoders accept. */
const plainDots = (bytes: string): string =>
  bytes
    .replace(/\u00c0\u00ae|\u00e0\u0080\u00ae/g, '.')
    .replace(/\u00c0\u00af|\u00e0\u0080\u00af/g, '/')
    .replace(/\u00c1\u009c|\u00e0\u0081\u009c/g, '\\');

/** A path as a server reads it that decodes it once more, over-long UTF-8 included; each character one byte. */
export const decodePath = (path: string): string => plainDots(decodeOnce(path));

/** A path as it is, and as servers read it that decode it up to three times. */
export function decodedForms(path: string): readonly string[] {
  const all = [path];
  for (let decoded = path; all.length <= decodings; ) {
    decoded = decodePath(decoded);
    all.push(decoded);
  }
  return all;
}

/** A segment without its `;parameters` and surrounding blanks, which some servers ignore. */
export const stripSegmentParameters = (segment: string): string =>
  (segment.split(';', 1)[0] ?? '').trim();

const hasDotSegment = (path: string): boolean =>
  path.split('/').some((segment) => /^\.{1,2}$/.test(stripSegmentParameters(segment)));

const hasControl = (text: string): boolean =>
  [...text].some((character) => character <= '\u001f' || character === '\u007f');

/**
 * What a path must not hold in the reading that is given, or null.
 *
 * @example badPart('/a/..;x/b') // 'dot segments'
 */
export function findForbiddenSegment(reading: string): string | null {
  if (reading.includes('\\') || hasControl(reading)) return 'backslashes or control characters';
  return hasDotSegment(reading) ? 'dot segments' : null;
}

/**
 * A caller's text as one segment of an upstream's path, percent-encoded; null for what is no name
 * but a way elsewhere: `encodeURIComponent` leaves `..` as it is, and an upstream may decode twice.
 *
 * @example pathSegment('a/b') // 'a%2Fb'
 */
export function encodePathSegment(text: string): string | null {
  if (text === '' || !text.isWellFormed()) return null;
  const segment = encodeURIComponent(text);
  return decodedForms(segment).some(findForbiddenSegment) ? null : segment;
}
