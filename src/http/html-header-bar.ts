/** A link of the header bar. */
export type PageLink = readonly [path: string, label: string];

/** The header bar of the pages `/graphql`, `/docs` and `/docs/scalars`. */
export type HtmlHeaderBar = {
  /** CSS, with the variable `--head-font` for the rest of the page. */
  readonly style: string;
  readonly html: (current: '/graphql' | '/docs' | '/docs/scalars') => string;
  /**
   * JavaScript for the end of the page's body. `localStorage` has the mode, as in GraphiQL. Elements
   * with `data-explorer` are shown if the explorer is served.
   */
  readonly script: string;
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
  style: `${fontPath === null ? '' : fontFace(fontPath)}
:root {
  --head-font: "Geist Variable", system-ui, sans-serif;
  --head-paper: #f7f6f3; --head-ink: #191b20; --head-ink-2: #565b66; --head-line: #e3e0d9;
  --head-sunken: #f1efea; --head-surface: #ffffff; --head-accent: #3949c6;
  --head-accent-soft: #e9ebfb; --head-accent-ink: #ffffff;
}
:root[data-mode="dark"] {
  color-scheme: dark;
  --head-paper: #0e1014; --head-ink: #eceef2; --head-ink-2: #a2a8b4; --head-line: #2a2f39;
  --head-sunken: #1d2129; --head-surface: #16191f; --head-accent: #98a4ff;
  --head-accent-soft: #242a4d; --head-accent-ink: #10132b;
}
.site-head {
  flex: none; background: var(--head-paper); border-bottom: 1px solid var(--head-line);
  color: var(--head-ink); font: 400 13px/1.5 var(--head-font);
}
.site-head * { box-sizing: border-box; }
.site-head-inner {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px;
  max-width: 1320px; min-height: 60px; margin: 0 auto; padding: 8px 24px;
}
.site-head a { color: inherit; text-decoration: none; white-space: nowrap; }
.site-head .brand {
  display: flex; align-items: center; gap: 8px; font-size: 15px; font-weight: 640;
  letter-spacing: -0.02em;
}
.site-head nav { display: flex; gap: 4px; font-weight: 500; }
/* A popover for narrow pages; on wide ones it is part of the header. */
.site-head nav[popover] {
  position: static; inset: auto; width: auto; height: auto; padding: 0; border: 0; margin: 0;
  background: none; color: inherit; overflow: visible;
}
.site-head .menu { display: none; }
.site-head nav a { padding: 6px 10px; border-radius: 6px; color: var(--head-ink-2); }
.site-head nav a:hover { color: var(--head-ink); background: var(--head-sunken); }
.site-head nav a[aria-current] { color: var(--head-accent); background: var(--head-accent-soft); }
.site-head .tools { display: flex; align-items: center; gap: 12px; margin-left: auto; }
.site-head button {
  display: grid; place-items: center; width: 36px; height: 36px; padding: 0; cursor: pointer;
  border: 1px solid var(--head-line); border-radius: 50%;
  background: var(--head-surface); color: inherit;
}
@media (max-width: 900px) {
  .site-head-inner { padding: 8px 16px; }
  .site-head .tools { gap: 8px; }
  .site-head .menu { display: grid; }
  .site-head nav[popover]:not(:popover-open) { display: none; }
  .site-head nav[popover] {
    position: absolute; inset: 60px 0 auto; width: 100%; padding: 12px 16px 16px; gap: 8px;
    display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); font: 500 15px/1.5 var(--head-font);
    border-bottom: 1px solid var(--head-line); background: var(--head-paper); color: var(--head-ink);
  }
}
@media (max-width: 420px) {
  /* The mark stands for the name, which stays for screen readers. */
  .site-head .brand span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
.site-head nav[hidden], .site-head nav[hidden] ~ .tools .menu { display: none; }
.site-head :focus-visible { outline: 2px solid var(--head-accent); outline-offset: 2px; }
`,
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
  script: `{
  const key = 'graphiql:theme';
  const root = document.documentElement;
  const button = document.querySelector('.site-head button');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const readMode = () => {
    const chosen = localStorage.getItem(key);
    return chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
  };
  const apply = () => {
    const mode = readMode();
    root.dataset.mode = mode;
    root.classList.toggle('dark-mode', mode === 'dark');
    button.setAttribute('aria-label', 'Switch to ' + (mode === 'dark' ? 'light' : 'dark') + ' mode');
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  // GraphiQL has its own choice of colour mode, and shows it as a class of the body.
  new MutationObserver(apply).observe(document.body, { attributeFilter: ['class'] });
  button.addEventListener('click', () => {
    localStorage.setItem(key, readMode() === 'dark' ? 'light' : 'dark');
    // GraphiQL reads the mode only when it starts; a reload keeps the texts in its editors.
    if (document.querySelector('.graphiql-container')) location.reload();
    else apply();
  });
  window.fetch('/', { headers: { accept: 'application/json' } })
    .then((response) => response.json())
    .then(({ explorer }) => {
      for (const part of document.querySelectorAll('[data-explorer]')) part.hidden = explorer === null;
    })
    .catch(() => undefined);
}
`,
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
