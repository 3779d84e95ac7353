import { randomBytes } from 'node:crypto';

/** Random name inside placeholders, never sent, so that no other text can contain one. */
const name = randomBytes(16).toString('hex');
const digits = 5;
const opening = `"${name}`;

/** Shorter fragments, in bytes, are copied into one buffer. */
const minUncopiedBytes = 4096;

/**
 * Returns a string that stands in a result for JSON that exists already: element `position` of the
 * list that `spliceBuffers` or `spliceTexts` gets, at most 99,999. It consists of a random name of
 * the process and five digits.
 */
export const createPlaceholder = (position: number): string =>
  name + String(position).padStart(digits, '0');

/** Replaces the placeholders in a result's JSON by encoded fragments; long ones are not copied. */
export function spliceBuffers(json: string, fragments: readonly Buffer[]): readonly Buffer[] {
  const between = json.split(opening);
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
  put(Buffer.from(between[0] ?? ''));
  for (let index = 1; index < between.length; index += 1) {
    const text = between[index] ?? '';
    put(fragments[Number(text.slice(0, digits))] ?? nothing);
    put(Buffer.from(text.slice(digits + 1)));
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
    pieces.push(texts[Number(other.slice(0, digits))] ?? '', other.slice(digits + 1));
  }
  return pieces.join('');
}
