import type { Founder } from '../lookup-files.ts';
import type { FounderStatistics } from '../schema.ts';
import { countOccurrences, isUnknownLabel } from './count-occurrences.ts';
import { parseUniversityNames } from './university-names.ts';

const buckets = ['20-29', '30-39', '40-49', '50-59', '60+'] as const;
const nationalitiesShown = 12;
const universitiesShown = 10;

/**
 * Statistics of the founders behind a basket, each counted once; null when none are known.
 *
 * @param companies - The founders of each holding; empty where unknown.
 */
export function computeFounderStatistics(
  companies: readonly (readonly Founder[])[],
): FounderStatistics | null {
  const matched = companies.filter((founders) => founders.length > 0);
  const people = [...new Set(matched.flat())];
  if (people.length === 0) return null;
  const nationalities = people.map(({ nationality }) => nationality.trim());
  const universities = people.flatMap(({ university }) => parseUniversityNames(university ?? ''));
  return {
    total_founders: people.length,
    total_companies_matched: matched.length,
    age_distribution: distributeAges(people),
    gender_split: countOccurrences(people.map(({ gender }) => genderLabel(gender))),
    top_nationalities: countOccurrences(
      nationalities.filter((name) => !isUnknownLabel(name)),
    ).slice(0, nationalitiesShown),
    top_universities: countOccurrences(unifyLetterCase(universities)).slice(0, universitiesShown),
  };
}

function distributeAges(people: readonly Founder[]) {
  const counts = buckets.map(() => 0);
  for (const { age } of people) {
    if (age === null || age === undefined) continue;
    const position = Math.min(buckets.length - 1, Math.max(0, Math.floor(age / 10) - 2));
    counts[position] = (counts[position] ?? 0) + 1;
  }
  return buckets.map((bucket, position) => ({ bucket, count: counts[position] ?? 0 }));
}

function genderLabel(gender: string): string {
  const text = gender.trim().toLowerCase();
  if (text === 'male' || text === 'm') return 'Male';
  return text === 'female' || text === 'f' ? 'Female' : 'Unknown';
}

/** Replaces names that differ only in letter case by the first of them. */
function unifyLetterCase(names: readonly string[]): readonly string[] {
  const firstByKey = new Map<string, string>();
  return names.map((name) => {
    const key = name.toLowerCase();
    const first = firstByKey.get(key) ?? name;
    firstByKey.set(key, first);
    return first;
  });
}
