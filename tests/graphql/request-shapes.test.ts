import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const stack = new AsyncDisposableStack();
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  node = stack.use(await startTestDataNode());
  const clock = { now: () => testNow };
  gateway = stack.use(await startGateway({ DATA_NODE_URL: node.url.spec }, { clock }));
}, 60_000);
afterAll(() => stack.disposeAsync());

const post = (body: unknown, accept: string) =>
  postJson(`${gateway.url}/graphql`, body, { headers: { accept } });
const get = (search: string, accept: string, path = '/graphql') =>
  fetch(`${gateway.url}${path}?${search}`, { headers: { accept } });

async function seen(response: Response) {
  const { errors } = (await response.json()) as {
    errors: { message: string; extensions: { code: string } }[];
  };
  const { status, headers } = response;
  return {
    status,
    type: headers.get('content-type'),
    allow: headers.get('allow'),
    message: errors[0]?.message,
    code: errors[0]?.extensions.code,
  };
}

const types = ['application/json', 'application/graphql-response+json'] as const;
const query = '{ __typename }';

describe.each(types)('requests that are none, for clients that take %s', (accept) => {
  const refused = (message: string) => ({
    status: 400,
    type: `${accept}; charset=utf-8`,
    allow: null,
    message,
    code: 'INVALID_INPUT',
  });

  test.each<[unknown, string]>([
    [{}, 'query is required'],
    [{ query: null }, 'query must be a GraphQL document'],
    [{ query: 5 }, 'query must be a GraphQL document'],
    [{ query, operationName: 7 }, 'operationName must be a string'],
    [{ query, variables: 5 }, 'variables must be a JSON object'],
    [{ query, variables: [] }, 'variables must be a JSON object'],
    [{ query, variables: 'x' }, 'variables must be a JSON object'],
    [{ query, extensions: [] }, 'extensions must be a JSON object'],
    ['{', 'the body must be valid JSON'],
    ['[]', 'the body must be a JSON object'],
  ])('error: the body %j', async (body, message) => {
    for (let count = 0; count < 4; count += 1) {
      expect(await seen(await post(body, accept))).toEqual(refused(message));
    }
  });

  test.each([
    ['variables=%7Bx', 'variables must be a JSON object'],
    ['variables=3', 'variables must be a JSON object'],
    ['variables=%5B%5D', 'variables must be a JSON object'],
    ['extensions=%7Bx', 'extensions must be a JSON object'],
    ['variables=%7Bx#', 'variables must be a JSON object'],
  ])('error: the question ?query=…&%s', async (more, message) => {
    const search = `query=%7B__typename%7D&${more}`;
    for (let count = 0; count < 4; count += 1) {
      expect(await seen(await get(search, accept))).toEqual(refused(message));
    }
  });

  test('error: GET executes nothing', async () => {
    expect(await seen(await get('variables=%7B%7D', accept))).toEqual(refused('query is required'));
  });
});

describe.each(['/graphql', '/graphql/stream'])(
  'event streams at %s for requests that are none',
  (path) => {
    test.each(['variables', 'extensions'])('error: %s that are no JSON', async (name) => {
      const response = await get(`query=%7B__typename%7D&${name}=%7Bx`, 'text/event-stream', path);
      expect(await seen(response)).toMatchObject({
        status: 400,
        message: `${name} must be a JSON object`,
        code: 'INVALID_INPUT',
      });
    });
  },
);

test.each(['Text/Event-Stream', 'application/json;q=0.5, TEXT/EVENT-STREAM'])(
  'behavior: a client that takes %s gets events at /graphql/stream',
  async (accept) => {
    const response = await get('query=%7B__typename%7D', accept, '/graphql/stream');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toContain('event: complete');
  },
);

describe('media types that no response can have', () => {
  const documents =
    'application/json or application/graphql-response+json or multipart/mixed or text/event-stream';
  const fund = () => node.state.shareLedger.dtfs()[0]?.itpId ?? '';
  const subscription = () => `subscription { nav(itpId: "${fund()}") { wei } }`;
  const deferred = '{ __typename ... @defer { dtfs { totalCount } } }';
  const json = 'application/json; charset=utf-8';

  test.each([
    ['application/xml', () => query, `Accept must allow ${documents}`],
    ['text/plain', () => query, `Accept must allow ${documents}`],
    ['application/json;charset=latin1', () => query, 'Accept must allow UTF-8'],
    ['application/json', () => deferred, 'Accept must allow multipart/mixed or text/event-stream'],
    ['application/json', subscription, 'Accept must allow text/event-stream for a subscription'],
  ])('error: 406 for %s', async (accept, document, message) => {
    const response = await seen(await post({ query: document() }, accept));
    const code = 'NOT_ACCEPTABLE';
    expect(response).toEqual({ status: 406, type: json, allow: null, message, code });
  });

  test('behavior: a charset may stand in quotes, each time', async () => {
    const accept = 'application/graphql-response+json; Charset="UTF-8"';
    const quoted = 'query Quoted { __typename }';
    for (const _time of [1, 2, 3]) {
      const response = await post({ query: quoted }, accept);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('graphql-response+json');
    }
  });

  test('error: a subscription by GET that takes no events is not allowed', async () => {
    const search = `query=${encodeURIComponent(subscription())}`;
    expect(await seen(await get(search, 'application/json'))).toMatchObject({
      status: 405,
      allow: 'POST',
      code: 'NOT_ACCEPTABLE',
    });
  });

  test('behavior: a client that takes anything gets the events of a subscription', async () => {
    const leaving = new AbortController();
    const response = await fetch(
      `${gateway.url}/graphql?query=${encodeURIComponent(subscription())}`,
      { headers: { accept: '*/*' }, signal: leaving.signal },
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    leaving.abort();
  });
});
