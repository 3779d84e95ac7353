import { environmentSources } from './catalog/environment-sources.ts';
import { financeSources } from './catalog/finance-sources.ts';
import { societySources } from './catalog/society-sources.ts';
import type { SourceSpec } from './catalog/source-spec.ts';

export { sourceCategories } from './catalog/source-spec.ts';

/**
 * All sources except `crypto`, about ninety. Their names are invented or generic, and their values
 * are synthetic.
 */
export const sourceSpecs: readonly SourceSpec[] = [
  ...financeSources,
  ...environmentSources,
  ...societySources,
];
