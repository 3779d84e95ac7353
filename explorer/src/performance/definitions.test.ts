import { expect, test } from 'vitest';
import * as definitions from '../generated/definitions.ts';

test('default: definitions are written for people, not for clients of the API', () => {
  const texts = Object.values(definitions).flatMap((fields) => Object.values(fields));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /\bnull\b|`|^As |[a-z]Pct\b.*Source/i.test(text))).toEqual([]);
});
