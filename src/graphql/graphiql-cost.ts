const meaning =
  'Objects that this operation may return, of the most that one may. Nothing is executed for this figure.';

/** The bar below the header with the cost of the operation in the editor, and links for readers. */
export const costBar = `<section class="cost-bar" aria-label="Cost of the operation">
  <output class="operation-cost">Cost –</output>
  <meter min="0" max="1" value="0" aria-label="Share of the limit"></meter>
  <span class="cost-note">${meaning}</span>
  <p>
    <a href="/guides/quick-start" data-explorer hidden>Quick start</a>
    <a href="/guides/cookbook" data-explorer hidden>Cookbook</a>
    <a href="/docs/scalars">Scalars</a>
  </p>
</section>`;

/**
 * Makes GraphiQL show in the bar what the operation in the editor would cost, while it is
 * typed: the page keeps its tabs in `localStorage`, and the gateway computes the cost of a document
 * without its execution.
 *
 * @param endpoint - Path of the GraphQL API.
 */
export const createCostScript = (endpoint: string): string => `<script>{
  const shown = document.querySelector('.operation-cost');
  const meter = document.querySelector('.cost-bar meter');
  const note = document.querySelector('.cost-note');
  const show = (text, explanation, requested = 0, limit = 1) => {
    shown.textContent = text;
    shown.title = explanation;
    note.textContent = explanation;
    Object.assign(meter, { max: limit, high: limit * 0.8, value: requested });
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
      else if (requested > limit) show('Cost ' + format.format(requested) + ' of ' + format.format(limit), 'More objects than one operation may return: it would be refused', requested, limit);
      else show('Cost ' + format.format(requested) + ' of ' + format.format(limit), '${meaning}', requested, limit);
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

/** The style of the bar. */
export const costStyle = `
.cost-bar {
  flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 12px;
  min-height: 36px; padding: 6px max(24px, (100% - 1320px) / 2 + 24px); border-bottom: 1px solid var(--head-line);
  background: var(--head-surface); color: var(--head-ink-2); font: 400 13px/1.5 var(--head-font);
}
.operation-cost {
  min-width: 132px; color: var(--head-ink); font-weight: 600;
  font-variant-numeric: tabular-nums; white-space: nowrap;
}
.cost-bar meter { width: 88px; height: 12px; }
.cost-note { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cost-bar p { display: flex; gap: 16px; margin: 0; }
.cost-bar a { color: var(--head-accent); }
.cost-bar :focus-visible { outline: 2px solid var(--head-accent); outline-offset: 2px; }
@media (max-width: 767px) {
  .cost-bar { padding: 6px 16px; }
  .cost-bar p { display: none; }
  .cost-note { flex-basis: 100%; font-size: 12px; white-space: normal; }
}
`;
