import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

let node: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  node = await startUpstream((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const prices = Array.from({ length: 50 }, (_, at) => ({ timestamp: at, value: at }));
    response.end(JSON.stringify({ prices }));
  });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

/** Some time of the whole process: the gateway of a test is in it, as is who asks. */
async function ask(query: string, variables?: unknown) {
  const before = process.cpuUsage();
  const response = await postJson(`${gateway.url}/graphql`, { query, variables });
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  const { errors } = JSON.parse(text) as {
    errors?: readonly { message: string; extensions: { code: string } }[];
  };
  return { length: text.length, cpu: (user + system) / 1000, errors };
}

const numbered = (length: number, one: (at: number) => string) =>
  Array.from({ length }, (_, at) => one(at));
const long = 'a'.repeat(90_000);
const series = (selection: string) =>
  `{ marketHistory(source: "crypto", asset: "BTC") { ${selection} } }`;

test('error: names that would make a response of any length are refused', async () => {
  const { errors, length } = await ask(series(`${long}: value`));
  expect(length).toBeLessThan(1000);
  expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
  const many = series(numbered(30, (at) => `${'a'.repeat(40)}${at}: value`).join(' '));
  expect(await ask(many)).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
  const usual = series(numbered(30, (at) => `${'a'.repeat(25)}${at}: value`).join(' '));
  expect((await ask(usual)).errors).toBeUndefined();
});

test('error: a label that would be in each part is refused', async () => {
  const labelled = `{ marketHistory(source: "crypto", asset: "BTC") @stream(label: "${long}") { value } }`;
  const { errors, length } = await ask(labelled);
  expect(length).toBeLessThan(1000);
  expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
});

test('error: a long name is not said again with each error', async () => {
  const unused = numbered(120, (at) => `$v${at}: Int`).join(' ');
  const { length, cpu } = await ask(`query ${long}(${unused}) { dtfs { totalCount } }`);
  expect(length).toBeLessThan(1000);
  expect(cpu).toBeLessThan(500);
});

test('error: a long value is not repeated with each error, however often it is selected', async () => {
  const query = 'query ($i: SimulationInput!) { simulation(input: $i) { id } }';
  const i = Object.fromEntries(numbered(8000, (at) => `k${at}`).map((key) => [key, 0]));
  for (let count = 0; count < 5; count += 1) {
    const { errors = [], length, cpu } = await ask(query, { i });
    expect(length).toBeLessThan(20_000);
    expect(cpu).toBeLessThan(500);
    expect(errors).toHaveLength(50);
    expect(errors[0]).toEqual({
      message:
        'Variable "$i" got invalid value; Field "categoryId" of required type "String!" was not provided.',
      locations: [{ line: 1, column: 8 }],
      extensions: { code: 'BAD_REQUEST' },
    });
  }
});

test('error: what looks like suggestions takes no longer to tell', async () => {
  const n = ' Did you mean '.repeat(6000);
  const query = 'query ($n: Int) { dtfs(first: $n) { totalCount } }';
  const literal = `{ dtfs(first: "${n}") { totalCount } }`;
  for (const asked of [await ask(query, { n }), await ask(literal)]) {
    expect(asked.cpu).toBeLessThan(500);
    expect(asked.length).toBeLessThan(2000);
    expect(asked.errors).toHaveLength(1);
  }
});
