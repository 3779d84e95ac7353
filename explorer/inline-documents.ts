import { join } from 'node:path';
import type { Plugin } from 'vite';
import { documentCallPattern, formatExportName } from './typed-documents.ts';

/**
 * Replaces each `graphql(…)` by its document. The generated function looks documents up in a map of
 * all of them, which every page would have to load.
 */
export function inlineDocuments(): Plugin {
  const folder = join(import.meta.dirname, 'src/generated');
  return {
    name: 'inline-documents',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (id.startsWith(folder)) return null;
      const documents = await import(join(folder, 'graphql.ts'));
      const inlined = code.replaceAll(documentCallPattern, (_call, text: string) => {
        const document = JSON.stringify(documents[formatExportName(text)]);
        return `/* @__PURE__ */ JSON.parse(${JSON.stringify(document)})`;
      });
      return inlined === code ? null : { code: inlined, map: null };
    },
  };
}
