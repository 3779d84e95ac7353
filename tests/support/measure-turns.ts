import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FakeUpstream } from './gateway.ts';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
import type { WorstRequest } from './worst-requests.ts';

const meter = fileURLToPath(new URL('turn-meter.ts', import.meta.url));

/** Starts a gateway process that reports how long its turns of the event loop take. */
export function startMeteredGateway(upstream: string): Promise<GatewayProcess> {
  return startGatewayProcess({
    NODE_OPTIONS: `--import=${meter} --max-semi-space-size=64`,
    DATA_NODE_URL: upstream,
    MARKET_DATA_URL: upstream,
    DEFI_DATA_URL: upstream,
  });
}

/** The longest turn of the event loop since the previous call, ms of CPU. */
export async function longestTurn({ pid, written }: GatewayProcess): Promise<number> {
  const before = parseReports(written());
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const now = parseReports(written());
    if (now.length > before.length) return now.at(-1) ?? Number.NaN;
    await sleep(5);
  }
}

const parseReports = (text: string): readonly number[] =>
  [...text.matchAll(/\{"longestTurn":([\d.]+)\}/g)].map(([, ms]) => Number(ms));

/** CPU that a turn of the event loop may take, ms. */
export const maxTurn = 100;
/** Garbage collection and other work on the machine lengthen turns, so the shortest attempt counts. */
const maxAttempts = 3;

/**
 * Makes up to three attempts, until no turn of one takes more than the limit; prints all of them.
 *
 * @param attempt - Sends a request that was not sent before, and returns the longest turn, ms.
 * @param limit - ms of CPU; 100 by default.
 * @returns the longest turn of the best attempt, ms.
 */
export async function measureTurns(
  what: string,
  attempt: (n: number) => Promise<number>,
  limit = maxTurn,
): Promise<number> {
  const turns: number[] = [];
  do turns.push(await attempt(turns.length));
  while (turns.length < maxAttempts && Math.min(...turns) >= limit);
  process.stdout.write(`${what}: ${turns.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}\n`);
  return Math.min(...turns);
}

/** The base URL of the upstream for a request. */
export const upstreamOf = ({ url }: FakeUpstream, request: WorstRequest): string =>
  url + (request.upstream ?? '');

/**
 * Sends a request that accepts compressed responses, as browsers do.
 *
 * @param n - Makes the request another one than with other numbers.
 */
export async function send(url: string, request: WorstRequest, n: number) {
  const { path, body, accept, isBesideStream } = request;
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip, br',
    accept: accept ?? 'application/json',
  };
  const numbered = (text: string) => text.replace('{n}', String(n + 1));
  const init = body
    ? {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, query: `${numbered(body.query)} # ${n}` }),
      }
    : { headers };
  const response = isBesideStream
    ? await sendBesideStream(`${url}${path}/stream`, init)
    : await fetch(url + numbered(path), init);
  let errors = 0;
  for (const [, json = ''] of (await response.text()).matchAll(/^(?:data: )?(\{.*\})\r?$/gm)) {
    errors += (JSON.parse(json) as { readonly errors?: readonly unknown[] }).errors?.length ?? 0;
  }
  return { status: response.status, errors };
}

/** Opens an event stream and sends an operation beside it; resolves to the events of the operation. */
async function sendBesideStream(url: string, { headers, body }: RequestInit): Promise<Response> {
  const token = await (await fetch(url, { method: 'PUT' })).text();
  const own = { ...headers, 'x-graphql-event-stream-token': token };
  const leaving = new AbortController();
  const stream = await fetch(url, {
    headers: { ...own, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const operation = { ...JSON.parse(String(body)), extensions: { operationId: 'one' } };
  await fetch(url, { method: 'POST', headers: own, body: JSON.stringify(operation) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('event: complete')) break;
  }
  leaving.abort();
  return new Response(text, { status: stream.status });
}
