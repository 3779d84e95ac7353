import { randomBytes } from 'node:crypto';

/** Random name inside placeholders, never sent, so that no other text can contain one. */
const name = randomBytes(16).toString('hex');
const opening = `"${name}`;

/** Fragments below this many bytes are copied together into one buffer. */
const minUncopiedBytes = 4096;

/** Maximum number of placeholders in `cached`. */
const maxCachedPlaceholders = 1000;
/** Placeholders that `createPlaceholder` has returned, by position. */
const cached: string[] = [];

/**
 * Returns a string that stands in a result for JSON that exists already: element `position` of the
 * list that `spliceBuffers` or `spliceTexts` gets. It is copied from a buffer, because one
 * concatenated string in a result makes `JSON.stringify` take a slower path for all of it.
 */
export function createPlaceholder(position: number): string {
  const known = cached[position];
  if (known !== undefined) return known;
  const text = Buffer.from(`${name}${position}`).toString('latin1');
  if (position < maxCachedPlaceholders) cached[position] = text;
  return text;
}

/** Splits the JSON behind the opening of a placeholder into its position and what follows it. */
function splitPlaceholder(text: string): readonly [position: number, after: string] {
  const end = text.indexOf('"');
  return [Number(text.slice(0, end)), text.slice(end + 1)];
}

/** Replaces the placeholders in a result's JSON by encoded fragments; long ones are not copied. */
export function spliceBuffers(json: string, fragments: readonly Buffer[]): readonly Buffer[] {
  const [first = '', ...others] = json.split(opening);
  const pieces: Buffer[] = [];
  let short: Buffer[] = [];
  const put = (bytes: Buffer) => {
    if (bytes.length < minUncopiedBytes) {
      short.push(bytes);
      return;
    }
    if (short.length > 0) pieces.push(Buffer.concat(short));
    short = [];
    pieces.push(bytes);
  };
  put(Buffer.from(first));
  for (const other of others) {
    const [position, after] = splitPlaceholder(other);
    put(fragments[position] ?? nothing);
    put(Buffer.from(after));
  }
  if (short.length > 0) pieces.push(Buffer.concat(short));
  return pieces;
}

const nothing = Buffer.alloc(0);

/** Replaces the placeholders in the JSON of a result by texts. */
export function spliceTexts(json: string, texts: readonly string[]): string {
  if (texts.length === 0) return json;
  const [first = '', ...others] = json.split(opening);
  const pieces = [first];
  for (const other of others) {
    const [position, after] = splitPlaceholder(other);
    pieces.push(texts[position] ?? '', after);
  }
  return pieces.join('');
}
