// Lists the operations of the document that Swagger UI has read, with a field that searches paths,
// names of parameters and descriptions, and opens those that are clicked. The one that the address
// names, or that is read, is marked. On narrow pages the list is folded above the reference.
function listOperations(spec) {
  const list = document.querySelector('#operation-list nav');
  const field = document.querySelector('#operation-search');
  const narrow = matchMedia('(max-width: 900px)');
  document.querySelector('#operation-list').open = !narrow.matches;
  narrow.addEventListener('change', ({ matches }) => {
    document.querySelector('#operation-list').open = !matches;
  });
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const titles = Object.fromEntries(
    spec.tags.map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]),
  );
  const all = Object.entries(spec.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const {
          tags = ['default'],
          operationId,
          summary = '',
          description = '',
          parameters = [],
          deprecated = false,
        } = item[method];
        const words = parameters.flatMap((one) => [one.name ?? '', one.description ?? '']);
        const text = [path, method, operationId, summary, description, tags[0], ...words]
          .join(' ')
          .toLowerCase();
        return {
          path,
          method: method.toUpperCase(),
          tag: tags[0],
          operationId,
          summary,
          deprecated,
          text,
        };
      }),
  );
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
    if (link && (link.top < frame.top || link.bottom > frame.bottom))
      panel.scrollTop += link.top - frame.top - frame.height / 3;
  };
  const blockOf = ({ tag, operationId }) =>
    document.getElementById(`operations-${tag.replaceAll(' ', '_')}-${operationId}`);
  const open = (one) => {
    const block = blockOf(one);
    if (block === null) return;
    if (!block.classList.contains('is-open'))
      block.querySelector('.opblock-summary-control')?.click();
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
  addEventListener(
    'scroll',
    () => {
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
    },
    { passive: true, capture: true },
  );
  const element = (name, text) =>
    Object.assign(document.createElement(name), { textContent: text });
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    const found = all.filter(({ text }) => words.every((word) => text.includes(word)));
    const groups = Object.entries(Object.groupBy(found, ({ tag }) => tag));
    list.replaceChildren(
      ...groups.flatMap(([tag, members]) => {
        const items = document.createElement('ul');
        items.append(
          ...members.map((one) => {
            const link = element('a', (one.method === 'GET' ? '' : `${one.method} `) + one.path);
            link.href = `#/${tag}/${one.operationId}`;
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
          }),
        );
        return [element('h2', titles[tag] ?? tag), items];
      }),
    );
    mark(current);
    if (found.length === 0) list.replaceChildren(element('p', 'No operation has these words.'));
  };
  field.addEventListener('input', show);
  show();
  readAddress();
}
// Starts Swagger UI without syntax highlighting, which would block the page for minutes on a large
// response, and with the list of all schemas closed. Responses show their schema first, which states
// the unit of each field; groups have the titles of the document. Path parameters of several segments
// keep their slashes.
const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 4,
  defaultModelsExpandDepth: 0,
  plugins: [
    ({ getSystem }) => ({
      wrapComponents: {
        DeepLink:
          (Original, { React }) =>
          (props) => {
            const { tags = [] } = getSystem().specSelectors.specJson().toJS();
            const title = tags.find(({ name }) => name === props.text)?.['x-displayName'];
            return React.createElement(Original, title ? { ...props, text: title } : props);
          },
      },
    }),
  ],
  onComplete: () => {
    document.querySelector('#servers')?.setAttribute('aria-label', 'Server');
    listOperations(reference.specSelectors.specJson().toJS());
  },
  requestInterceptor: (request) => {
    request.url = request.url.replace(/^[^?]*/, (path) => path.replaceAll('%2F', '/'));
    return request;
  },
});
