import { readProjectFile } from '../../lib/project-files.ts';
import type { ScalarDescription } from '../../lib/scalar-description.ts';
import type { HtmlHeaderBar } from './header-bar.ts';

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
    <style>${headerBar.style()}${readProjectFile('src/http/pages/scalars.css')}</style>
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
