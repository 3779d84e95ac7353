import { join } from 'node:path';

const sources = join(import.meta.dirname, '../packages/client/src');

/** `@dtf-graph/client` as it is here, because it is built only when it is packed. */
export const clientSources = {
  '@dtf-graph/client/react': join(sources, 'react/index.ts'),
  '@dtf-graph/client': join(sources, 'index.ts'),
};
