import fc from 'fast-check';
import { encodeAbiParameters, encodeFunctionResult, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { visionAbi } from '../../generated/abi/vision.ts';
import {
  parseBoundedText,
  parseHttpsUrl,
  parseOnChainMetadata,
  parseOnChainText,
} from './on-chain-metadata.ts';

const given = {
  name: 'Blue',
  description: 'Ten blue coins.',
  websiteUrl: 'https://blue.example/',
  videoUrl: 'https://blue.example/film?t=3#start',
  imageUrl: 'https://blue.example/cover.png',
};
const { name, description, websiteUrl, videoUrl, imageUrl } = given;
const values = [name, description, websiteUrl, videoUrl, imageUrl] as const;
const parsed = { name, description, website: websiteUrl, video: videoUrl, image: imageUrl };

const encode = (types: readonly string[], list: readonly unknown[]): Hex =>
  encodeAbiParameters(
    types.map((type) => ({ type })),
    list,
  );
const fiveStrings = ['string', 'string', 'string', 'string', 'string'];
const ofIndex = (...texts: [string, string, string, string]) =>
  encodeFunctionResult({
    abi: indexAbi,
    functionName: 'getItpMetadata',
    result: [name, 'BLUE', 1_700_000_000n, 0n, ...texts],
  });

describe('layouts', () => {
  test.each([
    ['five texts', encode(fiveStrings, values)],
    [
      'five texts as a struct',
      encodeFunctionResult({ abi: visionAbi, functionName: 'getBatchMetadata', result: given }),
    ],
    ['texts behind name, ticker and times', ofIndex(description, websiteUrl, videoUrl, imageUrl)],
  ])('default: %s', (_layout, data) => {
    expect(parseOnChainMetadata(data)).toEqual(parsed);
  });

  test('behavior: texts that are not set are null', () => {
    const none = { ...parsed, description: null, website: null, video: null, image: null };
    expect(parseOnChainMetadata(ofIndex('', '', ' ', ''))).toEqual(none);
  });

  test.each([
    ['a call that reverted', null],
    [
      'name, ticker and two times',
      encode(['string', 'string', 'uint256', 'uint256'], ['Blue', 'BLUE', 1n, 2n]),
    ],
    [
      'name, ticker and three numbers',
      encode(
        ['string', 'string', 'uint256', 'address', 'bool'],
        ['Blue', 'BLUE', 1_700_000_000n, `0x${'1'.repeat(40)}`, true],
      ),
    ],
    ['eight numbers', encode(Array(8).fill('uint256'), [256n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])],
    ['one text', encode(['string'], ['https://blue.example/{id}.json'])],
    ['a number', encode(['uint256'], [7n])],
    ['half a word', '0x00000000000000000000000000000020' as const],
    ['five texts that are cut off', encode(fiveStrings, values).slice(0, 500) as Hex],
  ])('error: null for %s', (_what, data) => {
    expect(parseOnChainMetadata(data)).toBeNull();
  });

  test('error: whatever a contract returns is parsed, or null', () => {
    const word = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.constantFrom(0n, 1n, 32n, 64n, 160n, 192n, 256n),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.nat(31), (words, cut) => {
        const digits = words.map((one) => one.toString(16).padStart(64, '0')).join('');
        const data: Hex = `0x${digits.slice(0, Math.max(0, digits.length - 2 * cut))}`;
        for (const text of Object.values(parseOnChainMetadata(data) ?? {})) {
          expect(text === null || [...text].length <= 2000).toBe(true);
        }
        parseOnChainText(data);
      }),
    );
  });
});

describe('parseBoundedText', () => {
  test('default: white space around a text is removed', () => {
    expect(parseBoundedText(' Blue\ncoins. ')).toBe('Blue\ncoins.');
  });

  test('behavior: Unicode characters are counted and never divided', () => {
    expect(parseBoundedText('🟦'.repeat(2001))).toBe('🟦'.repeat(2000));
    expect(parseBoundedText(`${'a'.repeat(1999)}🟦🟦`)).toBe(`${'a'.repeat(1999)}🟦`);
  });

  test('behavior: at most 2,000 Unicode characters, the first ones, and none is null', () => {
    const part = fc.string({ unit: 'binary', maxLength: 700, size: 'max' });
    fc.assert(
      fc.property(part, fc.integer({ min: 1, max: 9 }), (repeated, times) => {
        const written = repeated.repeat(times);
        const read = parseBoundedText(written);
        const trimmed = [...written.trim()];
        expect(read).toBe(trimmed.slice(0, 2000).join('') || null);
      }),
      { numRuns: 50 },
    );
  });
});

describe('parseHttpsUrl', () => {
  test.each([
    ['HTTPS://Blue.Example', 'https://blue.example/'],
    [' https://blue.example/a b ', 'https://blue.example/a%20b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('default: %j', (text, href) => {
    expect(parseHttpsUrl(text)).toBe(href);
  });

  test.each([
    '',
    'blue.example',
    '//blue.example',
    'http://blue.example/',
    'javascript:alert(1)//https://blue.example',
    'data:text/html,https://blue.example',
    'ipfs://bafy',
    'https://',
    'https://bank.example@blue.example/',
    'https://user:secret@blue.example/',
    `https://blue.example/${'a'.repeat(2000)}`,
    `https://blue.example/${'ü'.repeat(1000)}`,
  ])('error: null for %j', (text) => {
    expect(parseHttpsUrl(text)).toBeNull();
  });

  test('behavior: never a URL that is not https or has more than 2,000 characters', () => {
    const scheme = fc.constantFrom('https:', 'http:', 'HtTpS:', 'javascript:', 'data:', 'ftp:', '');
    const slashes = fc.constantFrom('//', '/', '', '\\\\');
    const rest = fc.oneof(
      fc.webUrl().map((url) => url.replace(/^\w+:\/\//, '')),
      fc.string({ unit: 'binary', maxLength: 2100, size: 'max' }),
    );
    fc.assert(
      fc.property(scheme, slashes, rest, (one, two, three) => {
        const url = parseHttpsUrl(one + two + three);
        if (url === null) return;
        expect(url.startsWith('https://')).toBe(true);
        expect(url.length).toBeLessThanOrEqual(2000);
        expect(parseHttpsUrl(url)).toBe(url);
      }),
    );
  });
});

test('default: a text of a contract', () => {
  expect(parseOnChainText(encode(['string'], [' Tideline Labs ']))).toBe('Tideline Labs');
  expect(parseOnChainText(encode(['string'], ['']))).toBeNull();
  expect(parseOnChainText(null)).toBeNull();
  expect(parseOnChainText(encode(['uint256'], [32n]))).toBeNull();
});
