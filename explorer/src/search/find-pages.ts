import { guides } from 'virtual:guides';
import { apiPages, sitePages } from '../generated/site-pages.ts';
import type { Match, MatchGroup } from './find-matches.ts';

/** Most guides and sections that are shown. */
const maxGuides = 4;

const pages = [
  ...sitePages.map(([path, name]) => ({ path, name, detail: 'Page' })),
  ...apiPages.map(([path, name]) => ({ path, name, detail: 'API' })),
];

/** Whether a word of a name begins with a text. */
const hasWord = (name: string, text: string) =>
  ` ${name.toLowerCase()}`.includes(` ${text.toLowerCase()}`);

/** Fewer characters name too much. */
const minLength = 2;

const groupOf = (title: string, matches: readonly Match[]): readonly MatchGroup[] =>
  matches.length === 0 ? [] : [{ title, matches }];

/** Returns the pages whose name has a word that begins with a text. */
export function findPages(text: string): readonly MatchGroup[] {
  if (text.length < minLength) return [];
  return groupOf(
    'Pages',
    pages.filter(({ name }) => hasWord(name, text)),
  );
}

/** Returns the guides, and sections of guides, whose title has a word that begins with a text. */
export function findGuides(text: string): readonly MatchGroup[] {
  if (text.length < minLength) return [];
  const whole = guides
    .filter(({ title }) => hasWord(title, text))
    .map(({ name, title, group }) => ({ path: `/guides/${name}`, name: title, detail: group }));
  const sections = guides.flatMap((guide) =>
    guide.sections
      .filter(({ title }) => hasWord(title, text))
      .map(({ id, title }) => ({
        path: `/guides/${guide.name}#${id}`,
        name: title,
        detail: guide.title,
      })),
  );
  return groupOf('Guides', [...whole, ...sections].slice(0, maxGuides));
}

/** Whether a path leads out of the application, to a page that the gateway renders. */
export const isApiPage = (path: string): boolean => apiPages.some(([page]) => page === path);
