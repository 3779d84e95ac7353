/**
 * Makes GraphiQL show in the header bar what the operation in the editor would cost, while it is
 * typed: the page keeps its tabs in `localStorage`, and the gateway computes the cost of a document
 * without its execution.
 *
 * @param endpoint - Path of the GraphQL API.
 */
export const createCostScript = (endpoint: string): string => `<script>{
  const shown = document.createElement('output');
  shown.className = 'operation-cost';
  document.querySelector('.site-head .tools').prepend(shown);
  const show = (text, explanation) => {
    shown.textContent = text;
    shown.title = explanation;
  };
  const readTab = () => {
    const { tabs = [], activeTabIndex = 0 } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
    const { query = '', variables, operationName } = tabs[activeTabIndex] ?? {};
    return JSON.stringify({ query, variables, operationName });
  };
  const toBody = (tab) => {
    const { query, variables, operationName } = JSON.parse(tab);
    const names = [...query.replaceAll(/#.*/g, '').matchAll(/(?:query|mutation|subscription)\\s+(\\w+)/g)].map(([, name]) => name);
    return JSON.stringify({
      query,
      ...(variables ? { variables: JSON.parse(variables) } : {}),
      ...(names.includes(operationName) ? { operationName } : {}),
    });
  };
  let estimated = '';
  async function estimate(tab) {
    try {
      const response = await window.fetch('${endpoint}', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'GraphQL-Cost': 'estimate' },
        body: toBody(tab),
      });
      const { extensions, errors = [] } = await response.json();
      if (tab !== estimated) return;
      const format = new Intl.NumberFormat('en');
      const { requested, limit } = extensions?.cost ?? {};
      if (requested === undefined) show('Cost –', errors[0]?.message ?? '');
      else show('Cost ' + format.format(requested) + ' of ' + format.format(limit), 'Objects that the operation may return, and the most that one operation may');
    } catch {
      if (tab === estimated) show('Cost –', '');
    }
  }
  setInterval(() => {
    const tab = readTab();
    if (tab === estimated || document.hidden) return;
    estimated = tab;
    estimate(tab);
  }, 500);
}</script>`;

/** The style of the cost. */
export const costStyle = `
.operation-cost { color: var(--head-ink-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 767px) { .operation-cost { order: 1; } }
`;
