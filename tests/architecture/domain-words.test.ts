import { expect, test } from 'vitest';
import { files, isTest, read } from './source-tree.ts';

/** Names of domains and of what they are about, as words of an identifier or a text. */
const domainWord =
  /^(dtfs?|itps?|funds?|navs?|baskets?|holdings?|portfolios?|wallets?|trades?|lending|loans?|vaults?|vision|bitmaps?|oracles?|leaderboards?|players?|markets?|sims?|simulations?|sweeps?|backtests?|prices?|assets?|faucets?|enrichments?)$/i;

type Exception = { readonly words: readonly string[]; readonly why: string };

/** Words of this list that have another meaning in a file, and why. */
const exceptions: Readonly<Record<string, Exception>> = {
  'src/http/explorer/explorer.ts': { words: ['assets'], why: 'the folder of the built files' },
  'src/http/explorer/static-files.ts': { words: ['asset'], why: 'a file that is no page' },
  'src/http/pages/header-bar.ts': { words: ['nav'], why: 'the HTML element' },
  'src/http/pages/docs-page.ts': { words: ['nav'], why: 'the HTML element' },
  'src/http/proxy/chain-rpc-proxy.ts': {
    words: ['price', 'wallets'],
    why: 'the gas price, and the programs that call a chain',
  },
  'src/lib/encoding/sensitive-fields.ts': { words: ['wallet'], why: 'a kind of private key' },
  'src/lib/log.ts': { words: ['bitmap', 'bitmaps'], why: 'a field that is never logged' },
};

/** The one table of policies, which has a row for each kind of value. */
const policyTable = 'src/cache/cache-policies.ts';

const shared = files.filter(
  (path) =>
    /^src\/(http|graphql|cache|lib|streaming)\/.*\.ts$/.test(path) &&
    !isTest(path) &&
    path !== policyTable,
);

/**
 * The words of a text, also within camelCase, without the name of the project and the prefix of its
 * span attributes.
 */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/@?dtf-graph|'dtf\./g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

const named = shared.flatMap((path) => {
  const words = new Set(wordsOf(read(path)).filter((word) => domainWord.test(word)));
  return words.size > 0 ? [{ path, words: [...words] }] : [];
});

const isAllowed = (path: string, word: string) => exceptions[path]?.words.includes(word) ?? false;

test('default: code that all domains share names none of them, not even in a comment', () => {
  expect(shared.length).toBeGreaterThan(150);
  const found = named.flatMap(({ path, words }) =>
    words.filter((word) => !isAllowed(path, word)).map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('default: every exception is needed', () => {
  const needed = new Set(
    named.flatMap(({ path, words }) => words.map((word) => `${path}: ${word}`)),
  );
  const listed = Object.entries(exceptions).flatMap(([path, { words }]) =>
    words.map((word) => `${path}: ${word}`),
  );
  expect(listed.filter((one) => !needed.has(one))).toEqual([]);
});

test('behavior: a domain is found in an identifier, a path and a comment', () => {
  const text = "const dtfSnapshot = '/vision/x'; // the price of one";
  expect(wordsOf(text).filter((word) => domainWord.test(word))).toEqual(['dtf', 'vision', 'price']);
});
