import type { SandboxUrls } from '../../sandbox/supervisor/sandbox-urls.ts';

/**
 * Formats the text that `npm start` prints when all processes are ready: one line with the base
 * URL, then a table of URLs.
 */
export function formatBanner(gateway: string, sandbox: SandboxUrls | null): string {
  const rows: (readonly [string, string])[] = [
    ['REST', `${gateway}/api`],
    ['GraphQL, GraphiQL', `${gateway}/graphql`],
    ['REST reference', `${gateway}/docs`],
    ['health, metrics', `${gateway}/healthz  ${gateway}/readyz  ${gateway}/metrics`],
  ];
  if (sandbox !== null) {
    rows.push(
      ['data node', sandbox.dataNode],
      ['oracles', sandbox.oracles.join('  ')],
      ['chains', `${sandbox.l3} (L3)  ${sandbox.settlement} (settlement)`],
      ['providers', sandbox.providers],
    );
  }
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return [`dtf-graph is ready at ${gateway}/api`, ...table].join('\n');
}
