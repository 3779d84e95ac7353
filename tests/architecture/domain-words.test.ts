import { expect, test } from 'vitest';
import { files, isTest, read } from './source-tree.ts';

/** Names of domains and of what they are about, as words of an identifier or a text. */
const domainWord =
  /^(dtfs?|itps?|funds?|portfolios?|lending|vision|bitmaps?|oracles?|simulations?|sweeps?|backtests?|faucet|leaderboard|enrichment|vaults?)$/i;

/** Files that still name a domain, and what they name. */
const exceptions: Readonly<Record<string, string>> = {
  'src/cache/cache-policies.ts': 'the one table of policies has a row for each resource',
  'src/cache/size-estimate.ts': 'names rows of that table',
  'src/graphql/graphiql.ts': 'example queries',
  'src/graphql/scalars.ts': 'an address is also named by the global id of its portfolio',
  'src/http/explorer/explorer.ts': 'paths of the web application',
  'src/http/html-header-bar.ts': 'links to pages of the web application',
  'src/http/openapi-examples.ts': 'the wallet of the examples',
  'src/http/ops/openapi.ts': 'the description of the API',
  'src/lib/encoding/log-secrets.ts': 'names of settings',
  'src/lib/global-id.ts': 'the one list of types with a global id',
  'src/lib/log.ts': 'a redacted field',
};

const shared = files.filter(
  (path) => /^src\/(http|graphql|cache|lib|streaming)\/.*\.ts$/.test(path) && !isTest(path),
);

/**
 * The words of a text, also within camelCase, without the name of the project and the prefix of its
 * span attributes.
 */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/@?dtf-graph|'dtf\./g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/);

const named = shared.flatMap((path) => {
  const words = new Set(wordsOf(read(path)).filter((word) => domainWord.test(word)));
  return words.size > 0 ? [{ path, words: [...words] }] : [];
});

test('default: code that all domains share names none of them', () => {
  expect(shared.length).toBeGreaterThan(150);
  expect(named.filter(({ path }) => !Object.hasOwn(exceptions, path))).toEqual([]);
});

test('default: every exception is needed', () => {
  const paths = named.map(({ path }) => path);
  expect(Object.keys(exceptions).filter((path) => !paths.includes(path))).toEqual([]);
});
