import { expect, test } from 'vitest';
import { getAssetName } from '../sandbox/world/generate/universe/asset-names.ts';
import { renderLookupFiles } from './lookup-files.ts';

const [coins, founders] = renderLookupFiles().map(({ text }) => JSON.parse(text));
const assets = Array.from({ length: 600 }, (_, ordinal) => getAssetName(ordinal));

test('default: the coin map has every asset of the synthetic market, under its own id', () => {
  expect(assets.filter(({ symbol, id }) => coins[symbol]?.id !== id)).toEqual([]);
});

test('default: most projects of the synthetic market have founders, the two largest and others none', () => {
  const ids = new Set(assets.slice(2).map(({ id }) => id));
  const known = Object.keys(founders);
  expect(known.filter((id) => !ids.has(id))).toEqual([]);
  expect(known.length / ids.size).toBeGreaterThan(0.6);
  expect(known.length / ids.size).toBeLessThan(0.8);
});

test('behavior: made twice, the files are the same', () => {
  expect(renderLookupFiles()).toEqual(renderLookupFiles());
});
