// Plays event streams above the responses of the operation that was executed: Swagger UI would wait
// for their end, and some have none.
{
  const send = fetch;
  let block = null;
  addEventListener(
    'click',
    ({ target }) => {
      block = target.closest?.('.execute')?.closest('.opblock-body') ?? block;
    },
    true,
  );
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    const { ok, status, statusText, headers } = response;
    const below = block?.querySelector('.responses-wrapper');
    if (!below || !ok || !/event-stream/.test(headers.get('content-type'))) return response;
    logEvents(response.body, (log) => below.before(log), true);
    return new Response('The events are in the log above.', { status, statusText, headers });
  };
}
