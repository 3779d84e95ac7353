/**
 * The list of all operations beside the REST reference, with a field that searches paths, names of
 * parameters and descriptions. On narrow pages it is folded above the reference.
 */
export const docsIndex = {
  style: `
/* The last operations can be scrolled to the top too, where they are marked as read. */
.reference { display: grid; grid-template-columns: 268px minmax(0, 1fr); gap: 8px;
  max-width: 1320px; margin: 0 auto; padding: 0 0 calc(100vh - 160px) 24px; align-items: start; }
.reference .wrapper { padding-left: 16px; }
#reference .info { margin: 24px 0 16px; }
#operation-list { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 24px 8px 24px;
  margin-left: -8px;
  color: var(--head-ink); font: 400 13px/1.5 var(--head-font); }
#operation-list summary { display: none; padding: 8px 0; font-weight: 600; cursor: pointer; }
#operation-list label { display: block; margin-bottom: 4px; font-weight: 600; }
#operation-list input { box-sizing: border-box; width: 100%; padding: 8px 10px; border-radius: 6px;
  border: 1px solid var(--head-ink-2); background: var(--head-surface); color: var(--head-ink);
  font: inherit; }
#operation-list :focus-visible { outline: 2px solid var(--head-accent); outline-offset: 1px; }
#operation-list h2 { margin: 16px 0 4px; font-size: 12px; font-weight: 600; color: var(--head-ink-2); }
#operation-list .help { display: flex; flex-wrap: wrap; gap: 4px 12px; margin: 0 0 16px; }
#operation-list .help a { color: var(--head-accent); }
#operation-list mark { margin-left: 6px; padding: 0 6px; border-radius: 6px; background: var(--head-sunken);
  color: var(--head-ink-2); font-size: 11px; }
#operation-list ul { margin: 0; padding: 0; list-style: none; }
#operation-list li a { display: block; margin-left: -8px; padding: 4px 8px; border-radius: 6px; color: var(--head-ink);
  text-decoration: none; overflow-wrap: anywhere; }
#operation-list li a:hover { background: var(--head-sunken); }
#operation-list li a[aria-current] { background: var(--head-accent-soft); color: var(--head-accent); }
#operation-list li small { display: block; color: var(--head-ink-2); font-size: 12px; }
#operation-list li a[aria-current] small { color: inherit; }
#operation-list p { color: var(--head-ink-2); }
@media (max-width: 900px) {
  .reference { display: block; padding: 0; }
  #operation-list { position: static; max-height: none; padding: 8px 24px; overflow: visible; }
  #operation-list summary { display: list-item; }
}
`,
  html: `<details id="operation-list" open>
        <summary>Search the operations</summary>
        <p class="help">
          <a href="/guides/quick-start" data-explorer hidden>Quick start</a>
          <a href="/guides/errors" data-explorer hidden>Errors</a>
          <a href="/guides/figures" data-explorer hidden>Figures</a>
          <a href="/guides" data-explorer hidden>All guides</a>
          <a href="/docs/scalars">Scalars</a>
        </p>
        <label for="operation-search">Search</label>
        <input id="operation-search" type="search" placeholder="Path, parameter, word" autocomplete="off">
        <nav aria-label="Operations"></nav>
      </details>`,
  /**
   * Lists the operations of the document that Swagger UI has read, and opens those that are clicked.
   * The one that the address names, or that is read, is marked.
   */
  script: `function listOperations(spec) {
  const list = document.querySelector('#operation-list nav');
  const field = document.querySelector('#operation-search');
  const narrow = matchMedia('(max-width: 900px)');
  document.querySelector('#operation-list').open = !narrow.matches;
  narrow.addEventListener('change', ({ matches }) => {
    document.querySelector('#operation-list').open = !matches;
  });
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const titles = Object.fromEntries(spec.tags.map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]));
  const all = Object.entries(spec.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => {
      const { tags = ['default'], operationId, summary = '', description = '', parameters = [], deprecated = false } = item[method];
      const words = parameters.flatMap((one) => [one.name ?? '', one.description ?? '']);
      const text = [path, method, operationId, summary, description, tags[0], ...words].join(' ').toLowerCase();
      return { path, method: method.toUpperCase(), tag: tags[0], operationId, summary, deprecated, text };
    }));
  let current = '';
  const mark = (operationId) => {
    current = operationId;
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.operation === operationId) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    if (narrow.matches) return;
    const panel = document.querySelector('#operation-list');
    const link = list.querySelector('[aria-current]')?.getBoundingClientRect();
    const frame = panel.getBoundingClientRect();
    if (link && (link.top < frame.top || link.bottom > frame.bottom)) panel.scrollTop += link.top - frame.top - frame.height / 3;
  };
  const blockOf = ({ tag, operationId }) =>
    document.getElementById('operations-' + tag.replaceAll(' ', '_') + '-' + operationId);
  const open = (one) => {
    const block = blockOf(one);
    if (block === null) return;
    if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control')?.click();
    block.scrollIntoView();
    block.querySelector('.opblock-summary-control')?.focus({ preventScroll: true });
    mark(one.operationId);
  };
  const readAddress = () => {
    const named = decodeURIComponent(location.hash).split('/').at(-1);
    if (named && all.some(({ operationId }) => operationId === named)) mark(named);
  };
  addEventListener('hashchange', readAddress);
  let isWaiting = false;
  addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      // The first one that is not above the window, if it is not far down.
      const boxes = all.map((one) => [one.operationId, blockOf(one)?.getBoundingClientRect()]);
      const [name, box] = boxes.find(([, box]) => box !== undefined && box.bottom > 40) ?? [];
      const read = box !== undefined && box.top < innerHeight / 3 ? name : '';
      if (read !== current) mark(read);
    });
  }, { passive: true, capture: true });
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
        if (one.deprecated) link.append(element('mark', 'deprecated'));
        link.append(element('small', one.summary));
        link.addEventListener('click', () => {
          if (narrow.matches) document.querySelector('#operation-list').open = false;
          open(one);
        });
        const item = document.createElement('li');
        item.append(link);
        return item;
      }));
      return [element('h2', titles[tag] ?? tag), items];
    }));
    mark(current);
    if (found.length === 0) list.replaceChildren(element('p', 'No operation has these words.'));
  };
  field.addEventListener('input', show);
  show();
  readAddress();
}
`,
} as const;
