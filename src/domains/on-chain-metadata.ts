import { type AbiParameter, decodeAbiParameters } from 'viem';
import type { Hex } from '../lib/units.ts';

/** What the creator of a fund or a batch says of it in a contract; what is not said is null. */
export type OnChainMetadata = {
  readonly name: string | null;
  readonly description: string | null;
  readonly website: string | null;
  readonly video: string | null;
  readonly image: string | null;
};

/** Maximum Unicode characters of a text or a URL. */
const maxCharacters = 2000;

/**
 * Returns a text without white space around it, cut after 2,000 Unicode characters; null if it is
 * empty.
 */
export function parseBoundedText(text: string): string | null {
  // A Unicode character has at most two code units.
  const start = text.trim().slice(0, 2 * maxCharacters);
  return [...start].slice(0, maxCharacters).join('') || null;
}

/**
 * Returns a URL in its normal form; null unless it is an `https` URL without credentials, of at most
 * 2,000 characters.
 *
 * @example parseHttpsUrl('HTTPS://Funds.example') // 'https://funds.example/'
 */
export function parseHttpsUrl(text: string): string | null {
  const url = text.length > maxCharacters ? null : URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href.length > maxCharacters ? null : url.href;
}

const listParameters = (type: string, ...names: readonly string[]): readonly AbiParameter[] =>
  names.map((name) => ({ name, type }));

const texts = listParameters(
  'string',
  ...['name', 'description', 'websiteUrl', 'videoUrl', 'imageUrl'],
);
/** The values of a contract that has texts behind name, ticker and times of a fund. */
const valuesOfFund = [
  ...listParameters('string', 'name', 'symbol'),
  ...listParameters('uint256', 'createdAt', 'navUpdatedAt'),
  ...texts.slice(1),
];

/** Bytes of an ABI word in hex digits. */
const wordDigits = 64;

/** Number of words before the text to which a word of the data points. */
const readOffset = (data: Hex, word: number): number =>
  Number(`0x${data.slice(2 + word * wordDigits, 2 + (word + 1) * wordDigits)}`) / 32;

/**
 * Returns the layout of the data; undefined for one without texts, such as name, ticker and times
 * alone. The first word points behind the fixed part, so that it says the number of values.
 */
function findLayout(data: Hex): readonly AbiParameter[] | undefined {
  const values = readOffset(data, 0);
  if (values === texts.length) return texts;
  if (values === valuesOfFund.length) return valuesOfFund;
  const isStruct = values === 1 && readOffset(data, 1) === texts.length;
  return isStruct ? [{ type: 'tuple', components: texts } as AbiParameter] : undefined;
}

/** Returns the values by name; null when the data does not have the layout. */
function decodeTexts(data: Hex): Readonly<Record<string, unknown>> | null {
  const layout = findLayout(data);
  if (!layout) return null;
  try {
    const values = decodeAbiParameters(layout, data);
    if (layout.length === 1) return values[0] as Readonly<Record<string, unknown>>;
    return Object.fromEntries(layout.map(({ name }, at) => [name, values[at]]));
  } catch {
    // Contracts of other generations have other values under the same selector.
    return null;
  }
}

/**
 * Parses what `getItpMetadata` or `getBatchMetadata` returned: five texts, as values or as a struct,
 * or the values of this project's `Index`. Null for the data of a contract without texts.
 *
 * @param data - The encoded values; null when the call reverted.
 */
export function parseOnChainMetadata(data: Hex | null): OnChainMetadata | null {
  const values = data && decodeTexts(data);
  if (!values) return null;
  const read = (name: string, parse: (text: string) => string | null) => {
    const value = values[name];
    return typeof value === 'string' ? parse(value) : null;
  };
  return {
    name: read('name', parseBoundedText),
    description: read('description', parseBoundedText),
    website: read('websiteUrl', parseHttpsUrl),
    video: read('videoUrl', parseHttpsUrl),
    image: read('imageUrl', parseHttpsUrl),
  };
}

/** Parses a text that a contract returned; null when the call reverted or the text is empty. */
export function parseOnChainText(data: Hex | null): string | null {
  if (data === null || readOffset(data, 0) !== 1) return null;
  try {
    return parseBoundedText(decodeAbiParameters([{ type: 'string' }], data)[0]);
  } catch {
    // The contract has another function under the same selector.
    return null;
  }
}
