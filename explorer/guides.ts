import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import type { Plugin } from 'vite';
import { decisionGroup, groups, otherGroup } from './guide-groups.ts';

/** A file of `docs/`, rendered. */
type Guide = {
  /** Last segment of its address: `errors`, `decisions-replicas`. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  /** One line on what it says. */
  readonly description: string;
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
  const entries = all.map(({ name, title, group, description, sections }) => {
    const fields = JSON.stringify({ name, title, group, description, sections });
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
    .replaceAll(/<div class="code-head">.*?<\/div>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Reads all guides, in the order of their groups. */
function readGuides(folder: string): readonly Guide[] {
  const order = [...Object.keys(groups), decisionGroup];
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
    description: describe(name, html),
    sections: sections
      .filter(({ level }) => level === 2)
      .map(({ id, raw }) => ({ id, title: raw.replaceAll('`', '') })),
    // The page's heading is the title.
    html: addCopyButtons(html.replace(/^<h1[^>]*>.*?<\/h1>\s*/s, '')),
  };
}

const nameOf = (file: string) => file.replace(/\.md$/, '').replace('/', '-');

function groupOf(name: string, file: string): string {
  if (file.startsWith('decisions/')) return decisionGroup;
  return Object.entries(groups).find(([, members]) => name in members)?.[0] ?? otherGroup;
}

/** Position within the group; decisions keep their order. */
const placeOf = ({ name, group }: Guide) => Object.keys(groups[group] ?? {}).indexOf(name);

/** Returns the line of the list of groups; of a decision, the first sentence about its context. */
function describe(name: string, html: string): string {
  const written = Object.values(groups).find((members) => name in members)?.[name];
  if (written !== undefined) return written;
  const [, paragraph = ''] = /<p>(?:<strong>Context\.<\/strong>)?(.*?)<\/p>/s.exec(html) ?? [];
  return /^.*?[.:](?= |$)/.exec(toWords(paragraph))?.[0].replace(/:$/, '.') ?? '';
}

const languages: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  graphql: 'GraphQL',
  json: 'JSON',
};

/** Puts above each block of code its language and a button that copies it (`copyCode` of the page). */
const addCopyButtons = (html: string) =>
  html.replaceAll(
    /<pre><code(?: class="language-(\w+)")?>.*?<\/pre>/gs,
    (block, language: string | undefined) =>
      `<div class="code-block"><div class="code-head"><span>${languages[language ?? ''] ?? 'Text'}</span><button type="button">Copy</button></div>${block.replace('<pre>', '<pre tabindex="0">')}</div>`,
  );

/**
 * Returns the address of a link: of another guide on its page, of the gateway of `npm start` on this
 * host, others as they are.
 */
function toAddress(file: string, href: string): string {
  const [, path, hash = ''] = /^([^#]*\.md)(#.*)?$/.exec(href) ?? [];
  if (path === undefined || /^[a-z]+:/.test(path)) {
    return href.replace(/^http:\/\/127\.0\.0\.1:4000(?=\/)/, '');
  }
  const target = new URL(path, `file:///${file}`).pathname.slice(1);
  return path.startsWith('../..') || !/^(decisions\/)?[\w-]+\.md$/.test(target)
    ? href
    : `/guides/${nameOf(target)}${hash}`;
}
