/**
 * The list of all operations beside the REST reference, with a field that searches paths, names of
 * parameters and descriptions. On narrow pages it is folded above the reference.
 */
export const docsIndex = {
  style: `
.reference { display: grid; grid-template-columns: 268px minmax(0, 1fr); gap: 8px;
  max-width: 1320px; margin: 0 auto; padding-left: 24px; align-items: start; }
.reference .wrapper { padding-left: 16px; }
#reference .info { margin: 24px 0; }
#operations { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 24px 8px 24px;
  margin-left: -8px;
  color: var(--head-ink); font: 400 13px/1.5 var(--head-font); }
#operations summary { display: none; padding: 8px 0; font-weight: 600; cursor: pointer; }
#operations label { display: block; margin-bottom: 4px; font-weight: 600; }
#operations input { box-sizing: border-box; width: 100%; padding: 8px 10px; border-radius: 6px;
  border: 1px solid var(--head-ink-2); background: var(--head-surface); color: var(--head-ink);
  font: inherit; }
#operations :focus-visible { outline: 2px solid var(--head-accent); outline-offset: 1px; }
#operations h2 { margin: 16px 0 4px; font-size: 12px; font-weight: 600; color: var(--head-ink-2);
  text-transform: capitalize; }
#operations ul { margin: 0; padding: 0; list-style: none; }
#operations li a { display: block; margin-left: -8px; padding: 4px 8px; border-radius: 6px; color: var(--head-ink);
  text-decoration: none; overflow-wrap: anywhere; }
#operations li a:hover { background: var(--head-sunken); }
#operations li a[aria-current] { background: var(--head-accent-soft); color: var(--head-accent); }
#operations li small { display: block; color: var(--head-ink-2); font-size: 12px; }
#operations li a[aria-current] small { color: inherit; }
#operations p { color: var(--head-ink-2); }
@media (max-width: 900px) {
  .reference { display: block; padding: 0; }
  #operations { position: static; max-height: none; padding: 8px 24px; overflow: visible; }
  #operations summary { display: list-item; }
}
`,
  html: `<details id="operations" open>
        <summary>Search the operations</summary>
        <label for="operation-search">Search</label>
        <input id="operation-search" type="search" placeholder="Path, parameter, word" autocomplete="off">
        <nav aria-label="Operations"></nav>
      </details>`,
  /**
   * Lists the operations of the document that Swagger UI has read, and opens those that are clicked.
   */
  script: `function listOperations(spec) {
  const list = document.querySelector('#operations nav');
  const field = document.querySelector('#operation-search');
  const narrow = matchMedia('(max-width: 900px)');
  document.querySelector('#operations').open = !narrow.matches;
  narrow.addEventListener('change', ({ matches }) => {
    document.querySelector('#operations').open = !matches;
  });
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const all = Object.entries(spec.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => {
      const { tags = ['default'], operationId, summary = '', description = '', parameters = [] } = item[method];
      const words = parameters.flatMap((one) => [one.name ?? '', one.description ?? '']);
      const text = [path, method, operationId, summary, description, tags[0], ...words].join(' ').toLowerCase();
      return { path, method: method.toUpperCase(), tag: tags[0], operationId, summary, text };
    }));
  const open = ({ tag, operationId }) => {
    const block = document.getElementById('operations-' + tag + '-' + operationId);
    if (block === null) return;
    if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control')?.click();
    block.scrollIntoView();
    block.querySelector('.opblock-summary-control')?.focus({ preventScroll: true });
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.operation === operationId) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const show = () => {
    const words = field.value.toLowerCase().split(/\\s+/);
    const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
    const groups = Object.entries(Object.groupBy(found, ({ tag }) => tag));
    list.replaceChildren(...groups.flatMap(([tag, members]) => {
      const items = document.createElement('ul');
      items.append(...members.map((one) => {
        const link = element('a', (one.method === 'GET' ? '' : one.method + ' ') + one.path);
        link.href = '#/' + tag + '/' + one.operationId;
        link.dataset.operation = one.operationId;
        link.append(element('small', one.summary));
        link.addEventListener('click', () => {
          if (narrow.matches) document.querySelector('#operations').open = false;
          open(one);
        });
        const item = document.createElement('li');
        item.append(link);
        return item;
      }));
      return [element('h2', tag), items];
    }));
    if (found.length === 0) list.replaceChildren(element('p', 'No operation has these words.'));
  };
  field.addEventListener('input', show);
  show();
}
`,
} as const;
