import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './source-tree.ts';

const ourFolders =
  /^(packages|src|sandbox|tests|scripts|bench|contracts|schema|docs|deployments|data|generated|\.ci)\//;

/** The paths of the project that a page names: `code spans` that start with a folder of ours, and links. */
export function namedPaths(page: string, text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const spans = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  return [
    ...spans.filter((span) => ourFolders.test(span)),
    ...links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => join(dirname(page), link).split('\\').join('/')),
  ];
}

/** Whether a named path exists; `<slice>` and `*` stand for any one name. */
export function exists(path: string): boolean {
  const pattern = path.replace(/:\d+$/, '').replace(/<[^>]+>/g, '*');
  if (!pattern.includes('*')) return existsSync(join(root, pattern));
  return globSync(pattern, { cwd: root }).length > 0;
}
