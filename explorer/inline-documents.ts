import { join } from 'node:path';
import type { Plugin } from 'vite';
import { documentCallPattern, formatExportName } from './typed-documents.ts';

/**
 * Vite plugin that replaces each `graphql(…)` call by its document. Otherwise every page would load
 * the generated map of all documents.
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
