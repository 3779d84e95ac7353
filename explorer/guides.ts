import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import type { Plugin } from 'vite';

/** The guides by what a reader wants to do. All others say how the project works. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Use the APIs': [
    'cookbook',
    'guide-frontend',
    'guide-python',
    'agents',
    'types',
    'lists',
    'errors',
    'figures',
    'federation',
  ],
  'Run a gateway': [
    'configuration',
    'operators',
    'capacity',
    'metrics',
    'replicas',
    'security',
    'tracing',
    'performance',
    'troubleshooting',
  ],
};
const otherGroup = 'How it works';
const decisionGroup = 'Decisions';

/** A file of `docs/`, rendered. */
type Guide = {
  /** Last segment of its address: `errors`, `decisions-replicas`. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly html: string;
};

const listId = 'virtual:guides';
const guideId = 'virtual:guide/';
const textsId = 'virtual:guide-texts';

/**
 * Vite plugin that renders the Markdown files of `docs/`. The module `virtual:guides` lists them,
 * and each text is a module of its own, which is loaded when it is read. The module
 * `virtual:guide-texts` has the words of all, for the search.
 */
export function guides(): Plugin {
  const folder = join(import.meta.dirname, '../docs');
  let rendered: ReadonlyMap<string, Guide> | undefined;
  const read = () => {
    rendered ??= new Map(readGuides(folder).map((guide) => [guide.name, guide]));
    return rendered;
  };
  return {
    name: 'guides',
    resolveId: (id) =>
      id === listId || id === textsId || id.startsWith(guideId) ? `\0${id}` : null,
    load(id) {
      if (id === `\0${listId}`) return formatList([...read().values()]);
      if (id === `\0${textsId}`) {
        return `export const texts = ${JSON.stringify(splitTexts([...read().values()]))};`;
      }
      const guide = id.startsWith(`\0${guideId}`) && read().get(id.slice(guideId.length + 1));
      return guide ? `export const html = ${JSON.stringify(guide.html)};` : null;
    },
  };
}

function formatList(all: readonly Guide[]): string {
  const entries = all.map(({ name, title, group, sections }) => {
    const fields = JSON.stringify({ name, title, group, sections });
    return `{ ...${fields}, load: () => import(${JSON.stringify(guideId + name)}) }`;
  });
  return `export const guides = [${entries.join(',\n')}];`;
}

/** Returns the words of each section by the guide's name; those before the first section have no id. */
function splitTexts(all: readonly Guide[]) {
  return Object.fromEntries(
    all.map(({ name, html }) => [
      name,
      html.split(/(?=<h2 id=")/).map((part) => ({
        id: /^<h2 id="([^"]*)"/.exec(part)?.[1] ?? '',
        text: toWords(part.replace(/^<h2[^>]*>.*?<\/h2>/s, '')),
      })),
    ]),
  );
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

const toWords = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Reads all guides, in the order of their groups. */
function readGuides(folder: string): readonly Guide[] {
  const order = [...Object.keys(groups), otherGroup, decisionGroup];
  return globSync('{*,decisions/*}.md', { cwd: folder })
    .sort()
    .map((file) => render(file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group) || placeOf(a) - placeOf(b));
}

function render(file: string, markdown: string): Guide {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link') token.href = toAddress(file, token.href);
    },
  });
  const html = marked.parse(markdown, { async: false });
  const [first, ...sections] = getHeadingList();
  const name = nameOf(file);
  return {
    name,
    title: first?.raw.replaceAll('`', '') ?? name,
    group: groupOf(name, file),
    sections: sections
      .filter(({ level }) => level === 2)
      .map(({ id, raw }) => ({ id, title: raw.replaceAll('`', '') })),
    // The page's heading is the title.
    html: html.replace(/^<h1[^>]*>.*?<\/h1>\s*/s, ''),
  };
}

const nameOf = (file: string) => file.replace(/\.md$/, '').replace('/', '-');

function groupOf(name: string, file: string): string {
  if (file.startsWith('decisions/')) return decisionGroup;
  return Object.entries(groups).find(([, names]) => names.includes(name))?.[0] ?? otherGroup;
}

/** Position within the group; guides that no group names keep their order. */
const placeOf = ({ name, group }: Guide) => groups[group]?.indexOf(name) ?? 0;

/** Returns the address of a link: of another guide on its page, others as they are. */
function toAddress(file: string, href: string): string {
  const [, path, hash = ''] = /^([^#]*\.md)(#.*)?$/.exec(href) ?? [];
  if (path === undefined || /^[a-z]+:/.test(path)) return href;
  const target = new URL(path, `file:///${file}`).pathname.slice(1);
  return path.startsWith('../..') || !/^(decisions\/)?[\w-]+\.md$/.test(target)
    ? href
    : `/guides/${nameOf(target)}${hash}`;
}
