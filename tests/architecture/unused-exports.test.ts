import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles, read, root, workspacePath } from './source-tree.ts';

type Names = ReadonlyMap<string, string>;

const clause =
  /^(?:import|export)\s+(?:type\s+)?(\*|[^'";]*?)\s*from\s*'(\.[^']+|@dtf-graph\/[^']+)'|import\(\s*'(\.[^']+)'\s*\)/gm;
const declared =
  /^export (?:async |abstract )*(?:function\*?|const|let|class|type) ([\w$]+)|^export (?:type )?\{([^}]*)\}/gm;

/** The names in braces, without what they are renamed to; or, of exports, what they are renamed to. */
const namesIn = (braces: string, end: 'first' | 'last') =>
  braces
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/),
    )
    .map((one) => (end === 'first' ? one[0] : one.at(-1)) ?? '')
    .filter((name) => name !== '');

/** What is imported of each file: names, or `*` where it may be anything. */
function importedNames(texts: Names): ReadonlySet<string> {
  const found = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(clause)].flatMap(([, what = '*', from, dynamic]) => {
      const named = from ?? dynamic ?? '';
      const to = named.startsWith('.')
        ? posix.join(posix.dirname(path), named)
        : workspacePath(named);
      const braces = /\{([^}]*)\}/.exec(what)?.[1];
      const names = braces === undefined ? ['*'] : namesIn(braces, 'first');
      return names.map((name) => `${to} ${name}`);
    }),
  );
  return new Set(found);
}

/** What a published package offers to programs outside of the project. */
const publicFiles = /^packages\/client\/src\/(react\/)?index\.ts$/;

/** The exports that neither another file nor their own uses. */
function deadExports(texts: Names): readonly string[] {
  const imported = importedNames(texts);
  const written = [...texts].filter(
    ([path]) => !path.startsWith('generated/') && !publicFiles.test(path),
  );
  return written.flatMap(([path, text]) =>
    [...text.matchAll(declared)]
      .flatMap(([, name, braces = '']) => (name ? [name] : namesIn(braces, 'last')))
      .filter((name) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`))
      .filter((name) => text.split(new RegExp(`(?<![\\w$])${name}(?![\\w$])`)).length < 3)
      .map((name) => `${path} ${name}`),
  );
}

test('default: every export is used, by another file or its own', () => {
  const paths = [...codeFiles, ...globSync('generated/graphql/*.ts', { cwd: root })];
  const scripts = paths.filter((path) => path.endsWith('.ts'));
  expect(scripts.length).toBeGreaterThan(1000);
  expect(deadExports(new Map(scripts.map((path) => [path, read(path)])))).toEqual([]);
});

test('error: an unused export is found, also one that is re-exported', () => {
  const texts = new Map([
    ['a/one.ts', 'export const used = 1;\nexport const dead = 2;\nexport type Own = typeof Own;\n'],
    ['a/two.ts', "export { type Own, used as other } from './one.ts';\n"],
    ['a/three.ts', "import { other } from './two.ts';\nexport const most = other;\n"],
    ['b/four.ts', "const all = await import('../a/three.ts');\n"],
  ]);
  expect(deadExports(texts)).toEqual(['a/one.ts dead', 'a/two.ts Own']);
});

const git = spawnSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});

test.skipIf(git.status !== 0)('default: nothing that is to be ignored is in the repository', () => {
  expect(git.stdout).toBe('');
});
