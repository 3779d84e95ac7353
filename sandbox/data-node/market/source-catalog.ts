import { environmentSources } from './catalog/environment-sources.ts';
import { financeSources } from './catalog/finance-sources.ts';
import { societySources } from './catalog/society-sources.ts';
import type { SourceSpec } from './catalog/source-spec.ts';

export { sourceCategories } from './catalog/source-spec.ts';

/** Every source beside `crypto`, about ninety; invented or generic, with invented values. */
export const sourceSpecs: readonly SourceSpec[] = [
  ...financeSources,
  ...environmentSources,
  ...societySources,
];
