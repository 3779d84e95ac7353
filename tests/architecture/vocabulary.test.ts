import { expect, test } from 'vitest';
import { codeFiles, read } from './source-tree.ts';
import { partsOf, refusedWordIn } from './vocabulary.ts';

const scripts = codeFiles.filter((path) =>
  /^(packages|src|sandbox|tests|bench|scripts)\/.*\.ts$/.test(path),
);

const exported =
  /^export (?:declare |async |abstract )*(?:function\*?|const|let|class|type) ([\w$]+)/gm;

/** Every exported name of a file. */
const exportsOf = (path: string): readonly string[] =>
  [...read(path).matchAll(exported)].map(([, name = '']) => name);

test('default: no path has a word that the glossary replaces', () => {
  const refused = codeFiles.map((path) => refusedWordIn(path, path));
  expect(refused.filter((line) => line !== null)).toEqual([]);
});

test('default: no exported name has a word that the glossary replaces', () => {
  const refused = scripts.flatMap((path) =>
    exportsOf(path).map((name) => refusedWordIn(name, path)),
  );
  expect(refused.filter((line) => line !== null)).toEqual([]);
});

test('default: a name is exported by one file of src alone', () => {
  const sources = scripts.filter((path) => path.startsWith('src/') && !/\.test\.ts$/.test(path));
  const byName = Map.groupBy(
    sources.flatMap((path) => exportsOf(path).map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const shared = [...byName].filter(([, places]) => places.length > 1);
  expect(
    shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`),
  ).toEqual([]);
});

test('error: a refused word is found in each spelling of a name', () => {
  expect(refusedWordIn('answerCache', 'src/a.ts')).toContain('"answer"');
  expect(refusedWordIn('GraphQLDoor', 'src/a.ts')).toContain('"door"');
  expect(refusedWordIn('src/http/told.ts', 'src/http/told.ts')).toContain('"told"');
  expect(refusedWordIn('OutdoorsMap', 'src/a.ts')).toBeNull();
  expect(refusedWordIn('InFlightRequest', 'src/a.ts')).toBeNull();
});

test('args: names are split at capitals, hyphens, dots and slashes', () => {
  expect(partsOf('src/http/GraphQLDoor-two.ts')).toEqual([
    'src',
    'http',
    'graph',
    'ql',
    'door',
    'two',
    'ts',
  ]);
});
