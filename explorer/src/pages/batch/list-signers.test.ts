import { expect, test } from 'vitest';
import { listSigners } from './list-signers.ts';

test('default: the oracles that signed all proofs, by their bits', () => {
  expect(listSigners(['7'])).toEqual([1, 2, 3]);
  expect(listSigners(['7', '5', null])).toEqual([1, 3]);
  expect(listSigners(['2'])).toEqual([2]);
});

test('behavior: without a known signer there is none', () => {
  expect(listSigners([])).toEqual([]);
  expect(listSigners([null, '0'])).toEqual([]);
});
