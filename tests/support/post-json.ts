/** Header fields beside the content type, and when to leave. */
export type PostOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | null;
};

/** Posts JSON; a text goes as it is. */
export function postJson(
  url: string,
  body: unknown,
  { headers, signal = null }: PostOptions = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
}
