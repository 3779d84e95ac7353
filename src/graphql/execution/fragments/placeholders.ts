import { randomBytes } from 'node:crypto';

/**
 * Stand in an answer for text that is already JSON. Their name is drawn when the process starts and
 * never sent, so that nothing an upstream or a client writes can be taken for one.
 */
const name = randomBytes(16).toString('hex');
const digits = 5;
const opening = `"${name}`;

/** The stand-in for the text at a position of a list, as a string in the result. */
export function placeholder(position: number): string {
  return name + String(position).padStart(digits, '0');
}

/** The JSON of a result with its stand-ins replaced. */
export function fillPlaceholders(json: string, texts: readonly string[]): string {
  if (texts.length === 0) return json;
  const pieces = json.split(opening);
  let filled = pieces[0] ?? '';
  for (let index = 1; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? '';
    filled += texts[Number(piece.slice(0, digits))];
    filled += piece.slice(digits + 1);
  }
  return filled;
}
