import { request } from 'undici';
import { domainModules, type GatewayContext } from '../../../src/domains/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { type Fault, upstreamErrorText } from '../faulty-upstream.ts';
import type { ExpectedFailure, RouteCase, UpstreamRead } from './route-cases.ts';

/** What a client saw; status 0 when the connection broke before the end of the answer. */
export type ObservedResponse = {
  readonly status: number;
  readonly head: string;
  readonly type: string;
  readonly cacheControl: string;
  readonly text: string;
  readonly ms: number;
};

/** Asks a gateway as a client without a cache would. */
export async function sendRequest(gatewayUrl: string, asked: RouteCase): Promise<ObservedResponse> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const response = await request(`${gatewayUrl}/api${asked.path}`, {
      method: asked.route.startsWith('POST') ? 'POST' : 'GET',
      reset: true,
      ...(asked.body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked.body) }),
    });
    const text = await response.body.text();
    const header = (name: string) => String(response.headers[name] ?? '');
    return {
      status: response.statusCode,
      head: JSON.stringify(response.headers),
      type: header('content-type'),
      cacheControl: header('cache-control'),
      text,
      ms: elapsed(),
    };
  } catch (error) {
    return { status: 0, head: '', type: '', cacheControl: '', text: String(error), ms: elapsed() };
  }
}

const routes = domainModules.flatMap((domain) => domain.routes);

/** The Route of a case. */
export function findRoute(asked: RouteCase): Route<GatewayContext> {
  const found = routes.find(({ method, path }) => `${method} ${path}` === asked.route);
  if (!found) throw new Error(`no Route ${asked.route}`);
  return found;
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with an answer that should be `{ "error": … }`; null when nothing is. */
export function findErrorProblem(seen: ObservedResponse): string | null {
  const body = json(seen.text);
  const isError =
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).join() === 'error' &&
    typeof (body as { error: unknown }).error === 'string' &&
    (body as { error: string }).error.length > 3;
  if (!isError) return `the body is ${seen.text.slice(0, 200)}`;
  if (!seen.type.startsWith('application/json')) return `the type is ${seen.type}`;
  if (seen.cacheControl !== 'no-store') return `Cache-Control is ${seen.cacheControl}`;
  return /"(etag|age|x-cache)"/.test(seen.head) ? `the head is ${seen.head}` : null;
}

/** What is wrong with an answer that should be a good one; null when nothing is. */
export function findSuccessProblem(seen: ObservedResponse, asked: RouteCase): string | null {
  const route = findRoute(asked);
  if (seen.status !== 200) return `${seen.status} ${seen.text.slice(0, 200)}`;
  if (route.kind === 'node') return null;
  if (route.kind === 'stream') {
    const last = parseEventStream(seen.text).at(-1);
    return last?.type === 'result' || last?.type === 'sweep_done' ? null : 'no result event';
  }
  const parsed = route.response.safeParse(json(seen.text));
  return parsed.success ? null : `not an answer: ${parsed.error.message.slice(0, 300)}`;
}

/** The events of a stream: each is one `data:` line, and the last event may have an `id:` line. */
export function parseEventStream(
  text: string,
): readonly { readonly type?: string; error?: unknown }[] {
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const data = /^data: (?<json>.+)(?:\nid: .+)?$/.exec(frame)?.groups?.json;
      return data === undefined ? { frame } : JSON.parse(data);
    });
}

const timeless = (text: string) => text.replace(/"generatedAt":"[^"]*"/, '');

/** What is wrong with the answer that a fault led to; null when nothing is. */
export function checkResponse(
  seen: ObservedResponse,
  {
    asked,
    reading,
    fault,
    good,
  }: {
    readonly asked: RouteCase;
    readonly reading: UpstreamRead;
    readonly fault: Fault;
    /** The answer without the fault. */
    readonly good: ObservedResponse;
  },
): string | null {
  const route = findRoute(asked);
  if (route.kind === 'node') return judgePassed(seen, fault);
  if (seen.head.includes('set-cookie')) return 'a cookie came through';
  if (`${seen.head}${seen.text}`.includes(upstreamErrorText))
    return `leaked: ${seen.text.slice(0, 300)}`;
  const broken = () => {
    const usual: ExpectedFailure = reading.broken ?? { status: 502 };
    const special = fault.status === 500 ? reading.failed : undefined;
    const expected = special ?? (fault.nonsense ? (reading.nonsense ?? usual) : usual);
    return route.kind === 'stream' ? failedStream(seen) : meets(seen, expected, asked);
  };
  switch (fault.kind) {
    case 'broken':
      return broken();
    case 'refused': {
      const expected = reading.refused ?? { status: 429 };
      if (expected.status === 429 && !seen.text.includes('slow down')) return 'no reason given';
      return meets(seen, expected, asked);
    }
    case 'harmless': {
      const isSame =
        asked.body !== undefined ||
        route.kind === 'stream' ||
        timeless(seen.text) === timeless(good.text);
      return (
        findSuccessProblem(seen, asked) ??
        (isSame ? null : `not the same: ${seen.text.slice(0, 200)}`)
      );
    }
    case 'either':
      return findSuccessProblem(seen, asked) === null ? null : broken();
  }
}

function meets(seen: ObservedResponse, expected: ExpectedFailure, asked: RouteCase): string | null {
  if (seen.status !== expected.status) {
    return `${seen.status} instead of ${expected.status}: ${seen.text.slice(0, 200)}`;
  }
  if (seen.status >= 400) return findErrorProblem(seen);
  const problem = findSuccessProblem(seen, asked);
  if (problem) return problem;
  if (expected.cacheControl && seen.cacheControl !== expected.cacheControl) {
    return `Cache-Control is ${seen.cacheControl}`;
  }
  const fits = expected.body?.(JSON.parse(seen.text)) ?? true;
  return fits ? null : `the body is ${seen.text.slice(0, 300)}`;
}

/** An error before the stream, or as its one last event. */
function failedStream(seen: ObservedResponse): string | null {
  if (seen.status !== 200) {
    return seen.status === 502
      ? findErrorProblem(seen)
      : `${seen.status} ${seen.text.slice(0, 200)}`;
  }
  const events = parseEventStream(seen.text);
  const ends = events.filter(({ type }) => type !== 'progress' && type !== 'variant_done');
  const [end] = ends;
  const isError = end?.type === 'error' && typeof end.error === 'string' && events.at(-1) === end;
  return isError && ends.length === 1 ? null : `the events are ${seen.text.slice(0, 300)}`;
}

/** The proxy passes on what there is; without a head to pass on it is 502, after one the client sees a cut. */
function judgePassed(seen: ObservedResponse, fault: Fault): string | null {
  if (fault.headless) {
    return seen.status === 502 ? findErrorProblem(seen) : `${seen.status} instead of 502`;
  }
  const isPassed = [200, 204, 302, 401, 429, 500, 503, 999].includes(seen.status);
  if (isPassed || seen.status === 0) return null;
  return seen.status === 502 ? findErrorProblem(seen) : `${seen.status} ${seen.text.slice(0, 200)}`;
}
