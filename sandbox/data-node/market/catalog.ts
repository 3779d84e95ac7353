import { moneySources } from './catalog/money-sources.ts';
import { peopleSources } from './catalog/people-sources.ts';
import type { SourceSpec } from './catalog/source-spec.ts';
import { worldSources } from './catalog/world-sources.ts';

export { categories } from './catalog/source-spec.ts';

/** Every source beside `crypto`, about ninety; invented or generic, with invented values. */
export const sourceSpecs: readonly SourceSpec[] = [
  ...moneySources,
  ...worldSources,
  ...peopleSources,
];
