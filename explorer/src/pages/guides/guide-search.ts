import { guides } from 'virtual:guides';
import { useEffect, useState } from 'react';

type Guide = (typeof guides)[number];
type Texts = Readonly<Record<string, readonly { readonly id: string; readonly text: string }[]>>;

/** A section with words that were searched for; `id` is empty for what stands before the first. */
export type FoundSection = {
  readonly id: string;
  readonly title: string;
  /** The words around the first one that was found; null where only the title has them. */
  readonly excerpt: string | null;
};
export type FoundGuide = Guide & { readonly found: readonly FoundSection[] };

let loading: Promise<Texts> | undefined;

/** Loads the words of all guides once somebody searches; null before. */
export function useGuideTexts(isNeeded: boolean): Texts | null {
  const [texts, setTexts] = useState<Texts | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    loading ??= import('virtual:guide-texts').then((module) => module.texts);
    // Without the texts, titles are searched.
    loading.then(setTexts, () => undefined);
  }, [isNeeded]);
  return texts;
}

const around = 90;

function excerptOf(text: string, words: readonly string[]): string | null {
  const lower = text.toLowerCase();
  const [at = -1] = words
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0)
    .sort((left, right) => left - right);
  if (at < 0) return null;
  const from = Math.max(0, at - around / 2);
  const isCut = at + around < text.length;
  const excerpt = text.slice(from, at + around);
  // Words that are cut in two are left out.
  const start = from > 0 ? `… ${excerpt.replace(/^\S*\s+/, '')}` : excerpt;
  return isCut ? `${start.replace(/\s+\S*$/, '')} …` : start;
}

/** Returns the guides with a section that has all words in its title, its text or the guide's title. */
export function searchGuides(search: string, texts: Texts | null): readonly FoundGuide[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return guides.map((guide) => ({ ...guide, found: [] }));
  return guides.flatMap((guide) => {
    const textOf = (id: string) => texts?.[guide.name]?.find((part) => part.id === id)?.text ?? '';
    const found = [{ id: '', title: '' }, ...guide.sections].flatMap(({ id, title }) => {
      const text = textOf(id);
      const all = `${guide.title} ${title} ${text}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      return [{ id, title, excerpt: excerptOf(text, words) }];
    });
    return found.length === 0 ? [] : [{ ...guide, found }];
  });
}
