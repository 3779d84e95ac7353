import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const notOurs =
  /(^|\/)(node_modules|generated|artifacts|coverage|dist|\.git|\.tsbuild|\.sandbox)(\/|$)/;

/** Every hand-written file of the project, relative to the root, `/` between folders. */
export const files: readonly string[] = globSync(
  [
    '*',
    '.ci/*',
    '{packages,src,sandbox,tests,scripts,bench,contracts,schema,docs,deployments,data}/**/*.*',
  ],
  { cwd: root, exclude: (path) => notOurs.test(path) },
)
  .map((path) => path.split('\\').join('/'))
  .filter((path) => !notOurs.test(path) && /\.(ts|mjs|sol|graphql|md|json|sh)$|^\.ci\//.test(path))
  .filter((path) => path !== 'package-lock.json')
  .sort();

/** Files that hold code: TypeScript, Solidity, GraphQL. */
export const codeFiles: readonly string[] = files.filter((path) =>
  /\.(ts|mjs|sol|graphql)$/.test(path),
);

/** Whether a file is a test, or helps tests alone. */
export function isTest(path: string): boolean {
  return /\.test\.ts$|(^|\/)testing\/|^tests\//.test(path);
}

/** The text of a file of the project. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** One import of one file. */
export type Import = {
  readonly from: string;
  /** A path relative to the root for our own files, else the package or `node:` name. */
  readonly to: string;
  /** Erased at run time. */
  readonly typeOnly: boolean;
};

/** The file that a specifier of a workspace package stands for; other specifiers as they are. */
export const workspacePath = (specifier: string): string =>
  specifier.replace(
    /^@dtf-graph\/([\w-]+)(?:\/(.+))?$/,
    (_match, name: string, path = 'index.ts') => `packages/${name}/src/${path}`,
  );

const importPattern =
  /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** The imports in the text of a file, static and dynamic, re-exports too. */
export function parseImports(path: string, text: string): readonly Import[] {
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[3] ?? match[4] ?? '';
    const to = specifier.startsWith('.')
      ? posix.normalize(posix.join(dirname(path).split('\\').join('/'), specifier))
      : workspacePath(specifier);
    return { from: path, to, typeOnly: match[2] !== undefined };
  });
}
