import { isUnknownLabel } from './count-occurrences.ts';

/** Full names of universities by their usual short names in lower case. */
const shortNames: Readonly<Record<string, string>> = {
  mit: 'Massachusetts Institute of Technology',
  caltech: 'California Institute of Technology',
  cmu: 'Carnegie Mellon University',
  nyu: 'New York University',
  nus: 'National University of Singapore',
  stanford: 'Stanford University',
  harvard: 'Harvard University',
  oxford: 'University of Oxford',
  'oxford university': 'University of Oxford',
  cambridge: 'University of Cambridge',
  'cambridge university': 'University of Cambridge',
  eth: 'ETH Zurich',
  'eth zürich': 'ETH Zurich',
  berkeley: 'UC Berkeley',
  ucla: 'UC Los Angeles',
};

/** Campuses whose name contains a comma. */
const campus = /university of california[ ,]+(?=[a-z])/gi;
const years = /^\d{4}(\s*[-–]\s*(\d{4}|present)?)?$/i;
const bare = /^(university|college|institute|school)$/i;
const unknown = /^unknown\b/i;

/**
 * Returns the universities named in a founder's entry, with short names expanded.
 *
 * @example parseUniversityNames('MIT (dropped out), 2014') // ['Massachusetts Institute of Technology']
 */
export function parseUniversityNames(entry: string): readonly string[] {
  return entry
    .replace(/\([^()]*\)/g, ' ')
    .replace(campus, 'UC ')
    .split(',')
    .map((part) => part.replace(/\s+/g, ' ').trim().replace(/^the /i, ''))
    .filter(
      (name) => !isUnknownLabel(name) && ![unknown, years, bare].some((one) => one.test(name)),
    )
    .map((name) => writeOut(name));
}

function writeOut(name: string): string {
  const key = name.toLowerCase();
  return Object.hasOwn(shortNames, key) ? (shortNames[key] ?? name) : name;
}
