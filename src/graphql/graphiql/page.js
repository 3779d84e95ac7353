// What the page of GraphiQL does beyond its package. Runs in its head, after `event-log.js`.

// Escape moves the focus out of an editor, in which Tab indents, unless a widget is open.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || document.querySelector('.editor-widget.visible')) return;
    event.target.closest('.monaco-editor')?.closest('.graphiql-editor')?.focus();
  },
  true,
);

// The editors of variables and headers are closed on phones, which have no room for them, until the
// user opens them.
if (matchMedia('(max-width: 767px)').matches) {
  const key = 'graphiql:secondaryEditorFlex';
  if (localStorage.getItem(key) === null) localStorage.setItem(key, 'hide-second');
}

// Syntax errors, which the page shows as JSON, have no stack.
Error.captureStackTrace = (error) => {
  Object.defineProperty(error, 'stack', { value: undefined, configurable: true });
};

// Says where the response will be, until the first operation is sent.
new MutationObserver((_, observer) => {
  const place = document.querySelector('.graphiql-response');
  if (!place) return;
  observer.disconnect();
  const keys = matchMedia('(max-width: 767px), (pointer: coarse)').matches ? '' : ' or Ctrl Enter';
  const text = `Press play${keys} to run the operation. The response appears here; of a subscription, each event is logged.`;
  place.prepend(
    Object.assign(document.createElement('p'), { className: 'response-hint', textContent: text }),
  );
}).observe(document, { childList: true, subtree: true });

// Asks for the cost of each operation, logs the events of subscriptions, of which the page shows only
// the last one, and restores the `locations` of errors, which the page's client recomputes wrongly.
{
  const send = fetch;
  window.fetch = async (input, init) => {
    if (init?.headers?.['GraphQL-Cost']) return send(input, init);
    if (!/IntrospectionQuery/.test(init?.body)) document.querySelector('.response-hint')?.remove();
    const headers = { ...init?.headers, 'GraphQL-Cost': '1' };
    const response = await send(input, { ...init, headers });
    const place = document.querySelector('.graphiql-response');
    if (place && response.ok && /event-stream/.test(response.headers.get('content-type'))) {
      const [own, copy] = response.body.tee();
      logEvents(copy, (log) => place.append(log), false);
      return new Response(own, response);
    }
    clearEventLog();
    const isJson = /json/.test(response.headers.get('content-type'));
    if (!isJson || typeof init?.body !== 'string') return response;
    const [{ query: body = '' }, result] = [JSON.parse(init.body), await response.json()];
    const starts = [0];
    for (const { 0: end, index } of body.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
    const positionOf = ({ line, column }) => starts[line - 1] + column - 1;
    for (const error of result.errors ?? []) {
      if (!error.locations) continue;
      Object.assign(error, { source: { body }, positions: error.locations.map(positionOf) });
    }
    return new Response(JSON.stringify(result), response);
  };
}
