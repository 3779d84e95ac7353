import type { ScalarDescription } from '../../lib/scalar-description.ts';
import type { HtmlHeaderBar } from '../html-header-bar.ts';

const style = `
body { margin: 0; background: var(--head-paper); color: var(--head-ink); font: 400 15px/1.6 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 16px 24px 64px; }
section { border-top: 1px solid var(--head-line); padding: 8px 0; }
main a { color: var(--head-accent); }
h2 a { text-decoration: none; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dt { color: var(--head-ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: 0.93em; }
`;

/** Renders the page of the custom scalars. The anchor of each is its name in lower case. */
export function renderScalarsPage(
  scalars: readonly ScalarDescription[],
  headerBar: HtmlHeaderBar,
): string {
  const entries = scalars.map(({ name }) => `<a href="#${anchorOf(name)}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>dtf-graph scalars</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <style>${headerBar.style}${style}</style>
  </head>
  <body>
    ${headerBar.html('/docs/scalars')}
    <script src="/docs/header.js"></script>
    <main>
      <h1>Scalars of the GraphQL API</h1>
      <p>${entries.join(', ')}</p>
      <p>A request with an invalid value is not executed. The code of the error is
        <code>BAD_REQUEST</code> for a variable and <code>GRAPHQL_VALIDATION_FAILED</code> for a literal;
        it is <code>INVALID_INPUT</code> for both when the value is a global id of another type.</p>
      ${scalars.map(section).join('\n      ')}
    </main>
  </body>
</html>
`;
}

const anchorOf = (name: string) => name.toLowerCase();

function section(scalar: ScalarDescription): string {
  const { name, description, format, range, examples, invalid, error } = scalar;
  return `<section id="${anchorOf(name)}">
        <h2><a href="#${anchorOf(name)}">${name}</a></h2>
        <p>${escapeHtml(description).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
        <dl>
          <dt>Format</dt><dd>${escapeHtml(format)}</dd>
          <dt>Range</dt><dd>${escapeHtml(range)}</dd>
          <dt>Examples</dt><dd>${examples.map(json).join(', ')}</dd>
          <dt>Error</dt><dd>${json(invalid)}: ${escapeHtml(error)}</dd>
        </dl>
      </section>`;
}

const json = (value: unknown) => `<code>${escapeHtml(JSON.stringify(value))}</code>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
