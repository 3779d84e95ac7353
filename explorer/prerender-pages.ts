import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, type Rollup, runnerImport, transformWithOxc } from 'vite';
import { clientSources } from './client-sources.ts';

/** What `src/prerender.tsx` returns for a page. */
type PrerenderedPage = {
  /** The page's path, with parameters in the router's form; `*` for all paths without a page. */
  readonly path: string;
  /** Name of the page's folder; null for paths without a page. */
  readonly name: string | null;
  readonly title: string;
  readonly markup: string;
};

const colorModeScript = 'src/layout/show-color-mode.ts';

/**
 * Vite plugin that writes an HTML file for each page. The file has the page's frame, heading and
 * skeleton, which the browser paints before any script runs, and links with which the browser loads
 * the page's scripts in parallel. The script of the colour mode comes first, so that the first
 * paint has the right colours.
 */
export function prerenderPages(): Plugin {
  return {
    name: 'prerender-pages',
    enforce: 'post',
    transformIndexHtml: (_html, { server }) =>
      server === undefined
        ? []
        : [{ tag: 'script', attrs: { src: `/${colorModeScript}` }, injectTo: 'head-prepend' }],
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const template = bundle['index.html'];
        if (template?.type !== 'asset') return this.error('there is no index.html');
        const source = await compileScript(colorModeScript);
        const script = this.emitFile({ type: 'asset', name: 'show-color-mode.js', source });
        const scripted = String(template.source).replace(
          '<title>',
          `<script src="/${this.getFileName(script)}"></script>\n    <title>`,
        );
        for (const page of await renderPages()) {
          const html = fillTemplate(scripted, page, preloadsOf(page, bundle));
          const fileName = fileNameOf(page.path);
          if (fileName === 'index.html') template.source = html;
          else this.emitFile({ type: 'asset', fileName, source: html });
        }
      },
    },
  };
}

/**
 * Returns the file name under which the gateway finds a page: `/markets/:batchId` →
 * `markets/[id].html`.
 */
function fileNameOf(path: string): string {
  if (path === '/') return 'index.html';
  if (path === '*') return 'not-found.html';
  return `${path.slice(1).replace(/:\w+/, '[id]')}.html`;
}

async function renderPages(): Promise<readonly PrerenderedPage[]> {
  const { module } = await runnerImport<{ prerenderPages: () => readonly PrerenderedPage[] }>(
    join(import.meta.dirname, 'src/prerender.tsx'),
    {
      ...{ mode: 'production', logLevel: 'error', configFile: false },
      resolve: { alias: clientSources },
    },
  );
  return module.prerenderPages();
}

function fillTemplate(
  template: string,
  { title, markup }: PrerenderedPage,
  preloads: readonly string[],
): string {
  const links = preloads
    .filter((file) => !template.includes(file))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
  return template
    .replace(/<title>(.*)<\/title>/, `<title>${title} · $1</title>`)
    .replace('  </head>', () => `${links.join('')}  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`);
}

/** Returns the files of the application and of a page, with all files that they import. */
function preloadsOf({ name }: PrerenderedPage, bundle: Rollup.OutputBundle): readonly string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || files.has(file)) return;
    files.add(file);
    for (const imported of chunk.imports) add(imported);
  };
  const sources = ['/src/app.tsx', ...(name === null ? [] : [`/pages/${name}/${name}-page.tsx`])];
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type !== 'chunk') continue;
    if (sources.some((source) => chunk.facadeModuleId?.endsWith(source))) add(file);
  }
  return [...files];
}

async function compileScript(path: string): Promise<string> {
  const file = join(import.meta.dirname, path);
  return (await transformWithOxc(await readFile(file, 'utf8'), file)).code;
}
