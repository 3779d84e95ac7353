// Shows in the bar below the header what the operation in the editor would cost, while it is typed:
// GraphiQL keeps its tabs in `localStorage`, and the gateway computes the cost of a document without
// its execution.
{
  const shown = document.querySelector('.operation-cost');
  const meter = document.querySelector('.cost-bar meter');
  const note = document.querySelector('.cost-note');
  const { endpoint } = document.querySelector('.cost-bar').dataset;
  const meaning = note.textContent;
  const show = (text, explanation, requested = 0, limit = 1) => {
    shown.textContent = text;
    shown.title = explanation;
    note.textContent = explanation;
    Object.assign(meter, { max: limit, high: limit * 0.8, value: requested });
  };
  const readTab = () => {
    const { tabs = [], activeTabIndex = 0 } = JSON.parse(
      localStorage.getItem('graphiql:tabState') ?? '{}',
    );
    const { query = '', variables, operationName } = tabs[activeTabIndex] ?? {};
    return JSON.stringify({ query, variables, operationName });
  };
  const toBody = (tab) => {
    const { query, variables, operationName } = JSON.parse(tab);
    const names = [
      ...query.replaceAll(/#.*/g, '').matchAll(/(?:query|mutation|subscription)\s+(\w+)/g),
    ].map(([, name]) => name);
    return JSON.stringify({
      query,
      ...(variables ? { variables: JSON.parse(variables) } : {}),
      ...(names.includes(operationName) ? { operationName } : {}),
    });
  };
  let estimated = '';
  async function estimate(tab) {
    try {
      const response = await window.fetch(endpoint, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'GraphQL-Cost': 'estimate',
        },
        body: toBody(tab),
      });
      const { extensions, errors = [] } = await response.json();
      if (tab !== estimated) return;
      const format = new Intl.NumberFormat('en');
      const { requested, limit } = extensions?.cost ?? {};
      if (requested === undefined) show('Cost –', errors[0]?.message ?? '');
      else if (requested > limit)
        show(
          `Cost ${format.format(requested)} of ${format.format(limit)}`,
          'More objects than one operation may return: it would be refused',
          requested,
          limit,
        );
      else
        show(
          `Cost ${format.format(requested)} of ${format.format(limit)}`,
          meaning,
          requested,
          limit,
        );
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
}
