import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPersistedDocuments, readDocuments } from './index.ts';
import { sha256Hex } from './persisted-documents.ts';

const query = '{ __typename }';
const other = '{ node(id: "x") { id } }';
const automatic = (text: string, version = 1) => ({
  persistedQuery: { version, sha256Hash: sha256Hex(text) },
});
const trusted = new Map([
  [sha256Hex(query), query],
  ['home', query],
]);

/** Resolves and returns the code of the failure, if there is one. */
function codeOf(resolve: () => unknown): unknown {
  try {
    resolve();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
}

test('default: a document that came with its hash is found by the hash alone', () => {
  const { resolve, peek } = createPersistedDocuments({});
  const extensions = automatic(query);
  const alone = { variables: { a: 1 }, extensions };
  expect(codeOf(() => resolve(alone))).toBe('PERSISTED_QUERY_NOT_FOUND');
  expect(peek(alone)).toBe(alone);
  expect(resolve({ query, extensions })).toEqual({ query, extensions });
  expect(resolve(alone)).toEqual({ query, variables: { a: 1 }, extensions });
  expect(peek({ ...alone, query: null })).toEqual({ query, variables: { a: 1 }, extensions });
  const upper = { ...extensions.persistedQuery, sha256Hash: sha256Hex(query).toUpperCase() };
  expect(resolve({ extensions: { persistedQuery: upper } })).toMatchObject({ query });
});

test('behavior: without a hash nothing is stored, and malformed requests are left to Yoga', () => {
  const { resolve } = createPersistedDocuments({});
  expect(resolve({ query })).toEqual({ query });
  expect(codeOf(() => resolve({ extensions: automatic(query) }))).toBeDefined();
  for (const params of [{}, { query: 7 }, { query: null, extensions: { persistedQuery: null } }]) {
    expect(resolve(params)).toBe(params);
  }
});

test('behavior: replicas share documents, and reject one that does not match its hash', async () => {
  const stored = new Map<string, string>();
  const shared = {
    get: async (id: string) => stored.get(id) ?? null,
    put: (id: string, text: string) => void stored.set(id, text),
  };
  const one = createPersistedDocuments({ shared });
  const two = createPersistedDocuments({ shared });
  const alone = { extensions: automatic(query) };
  await expect(two.resolve(alone)).rejects.toThrow('PersistedQueryNotFound');
  one.resolve({ query, ...alone });
  expect(await two.resolve(alone)).toMatchObject({ query });
  // The document is in memory now.
  expect(two.resolve(alone)).toMatchObject({ query });
});

test.each([
  ['sha256:', { documentId: `sha256:${sha256Hex(query)}` }],
  ['an id of the manifest', { documentId: 'home' }],
  ['an automatic hash', { extensions: automatic(query) }],
  ['its text', { query }],
  ['its text and hash', { query, documentId: `sha256:${sha256Hex(query)}` }],
  ['its text and id', { query, documentId: 'home' }],
])('default: a trusted document is executed by %s', (_what, params) => {
  for (const isTrustedOnly of [true, false]) {
    const { resolve } = createPersistedDocuments({ trusted, isTrustedOnly });
    expect(resolve({ operationName: 'A', ...params })).toMatchObject({ query, operationName: 'A' });
  }
});

test('error: other documents are rejected when only trusted ones are allowed', () => {
  const { resolve } = createPersistedDocuments({ trusted, isTrustedOnly: true });
  const refused = 'PERSISTED_DOCUMENT_REQUIRED';
  expect(codeOf(() => resolve({ query: other }))).toBe(refused);
  expect(codeOf(() => resolve({ query: `${query} ` }))).toBe(refused);
  expect(codeOf(() => resolve({ query: other, extensions: automatic(other) }))).toBe(refused);
  expect(codeOf(() => resolve({ extensions: automatic(other) }))).toBe(refused);
});

test.each([
  [{ query, extensions: automatic(other) }, 'INVALID_INPUT'],
  [{ query, documentId: `sha256:${sha256Hex(other)}` }, 'INVALID_INPUT'],
  [{ documentId: 7 }, 'INVALID_INPUT'],
  [{ documentId: '__proto__' }, 'PERSISTED_DOCUMENT_NOT_FOUND'],
  [{ documentId: `sha256:${sha256Hex(other)}` }, 'PERSISTED_DOCUMENT_NOT_FOUND'],
  [{ extensions: automatic(query, 2) }, 'PERSISTED_QUERY_NOT_SUPPORTED'],
  [{ extensions: { persistedQuery: { version: 1, sha256Hash: 7 } } }, 'INVALID_INPUT'],
])('error: %j', (params, code) => {
  const { resolve, peek } = createPersistedDocuments({ trusted });
  expect(codeOf(() => resolve(params))).toBe(code);
  expect(peek(params)).toBe(params);
});

test('error: a documentId and the hash of another document are refused', () => {
  const { resolve } = createPersistedDocuments({ trusted });
  for (const text of [undefined, query]) {
    const params = { documentId: 'home', ...(text ? { query: text } : {}) };
    expect(resolve({ ...params, extensions: automatic(query) })).toMatchObject({ query });
    expect(codeOf(() => resolve({ ...params, extensions: automatic(other) }))).toBe(
      'INVALID_INPUT',
    );
  }
});

test('behavior: a document that cannot be parsed is not stored', () => {
  const { resolve } = createPersistedDocuments({});
  const extensions = automatic('{');
  expect(resolve({ query: '{', extensions })).toEqual({ query: '{', extensions });
  expect(codeOf(() => resolve({ extensions }))).toBe('PERSISTED_QUERY_NOT_FOUND');
});

test('behavior: short documents are bounded in number, the oldest are forgotten', () => {
  const { resolve } = createPersistedDocuments({});
  const textOf = (at: number) => `{ a${at}: __typename }`;
  for (let at = 0; at < 10_001; at += 1) {
    resolve({ query: textOf(at), extensions: automatic(textOf(at)) });
  }
  expect(codeOf(() => resolve({ extensions: automatic(textOf(0)) }))).toBe(
    'PERSISTED_QUERY_NOT_FOUND',
  );
  expect(resolve({ extensions: automatic(textOf(10_000)) })).toMatchObject({
    query: textOf(10_000),
  });
});

test('default: trusted documents are read from a folder, a map and a manifest of Apollo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  try {
    mkdirSync(join(folder, 'queries/more'), { recursive: true });
    writeFileSync(join(folder, 'queries/more/a.graphql'), `${query}\n`);
    writeFileSync(join(folder, 'queries/notes.txt'), 'no document');
    const files = readDocuments(join(folder, 'queries'));
    expect(files.get(sha256Hex(query))).toBe(query);
    expect(files.get(sha256Hex(`${query}\n`))).toBe(`${query}\n`);

    const write = (content: unknown) => {
      const path = join(folder, 'documents.json');
      writeFileSync(path, JSON.stringify(content));
      return path;
    };
    const map = readDocuments(write({ [`sha256:${sha256Hex(query)}`]: query, x: other }));
    expect([map.get(sha256Hex(query)), map.get('x'), map.get(sha256Hex(other))]).toEqual([
      query,
      other,
      other,
    ]);
    const operations = [{ id: sha256Hex(query), name: 'A', type: 'query', body: query }];
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
    expect(readDocuments(write(manifest)).get(sha256Hex(query))).toBe(query);

    expect(() => readDocuments(write({ a: '{' }))).toThrow('a is no GraphQL document');
    expect(() => readDocuments(write([query]))).toThrow('must be a JSON map');
    expect(() => readDocuments(join(folder, 'none'))).toThrow('ENOENT');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
