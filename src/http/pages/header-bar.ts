import { readProjectFile } from '../../lib/project-files.ts';

/** A link of the header bar. */
export type PageLink = readonly [path: string, label: string];

/** The header bar of the pages `/graphql`, `/docs` and `/docs/scalars`. */
export type HtmlHeaderBar = {
  /** CSS, with the variable `--head-font` for the rest of the page. */
  readonly style: () => string;
  readonly html: (current: '/graphql' | '/docs' | '/docs/scalars') => string;
  /**
   * JavaScript for the end of the page's body. `localStorage` has the mode, as in GraphiQL. Elements
   * with `data-explorer` are shown if the explorer is served.
   */
  readonly script: () => string;
};

/**
 * Creates the header bar, which repeats the explorer's header and shares its light or dark mode.
 *
 * @param explorerPages - Links that are shown if the explorer is built.
 * @param fontPath - The explorer's font; null if the explorer is not built.
 */
export const createHtmlHeaderBar = (
  explorerPages: readonly PageLink[],
  fontPath: string | null,
): HtmlHeaderBar => ({
  style: () =>
    `${fontPath === null ? '' : fontFace(fontPath)}${readProjectFile('src/http/pages/header.css')}`,
  html: (current) => `<header class="site-head">
  <div class="site-head-inner">
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--head-accent)" />
        <path d="M7 22.5 13 14l5 4.5L25 8.5" fill="none" stroke="var(--head-accent-ink)"
          stroke-width="3" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      <span>dtf-graph</span>
    </a>
    <nav aria-label="Pages" id="site-pages" popover="auto" data-explorer hidden>${explorerPages.map(link(current)).join('')}</nav>
    <div class="tools">
      <nav aria-label="APIs">${apiPages.map(link(current)).join('')}</nav>
      <button type="button" aria-label="Switch colour mode">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d="M10 3.5a6.5 6.5 0 0 1 0 13Z" fill="currentColor" />
        </svg>
      </button>
      <button type="button" class="menu" aria-label="Menu" popovertarget="site-pages">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="M3.5 6h13M3.5 10h13M3.5 14h13" stroke="currentColor" stroke-width="1.6"
            stroke-linecap="round" />
        </svg>
      </button>
    </div>
  </div>
</header>`,
  script: () => readProjectFile('src/http/pages/header.js'),
});

const fontFace = (path: string) => `
@font-face {
  font-family: "Geist Variable"; font-weight: 100 900; font-display: swap;
  src: url("${path}") format("woff2");
}`;

/** The pages that the gateway serves beside the explorer, each with its label. */
export const apiPages: readonly PageLink[] = [
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST docs'],
];

const link =
  (current: string) =>
  ([path, label]: PageLink) =>
    `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${label}</a>`;
