import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { domainModules } from '../../src/domains/index.ts';
import { runQuerySchema } from '../../src/domains/sim/parameters/run-query.ts';
import { usualWeightingNames } from '../../src/domains/sim/parameters/weighting.ts';
import { sendRequest } from '../support/cases/check-response.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

type Schema = { readonly description?: string; readonly example?: unknown } & Record<
  string,
  unknown
>;
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Content = Readonly<
  Record<
    string,
    {
      readonly schema: Schema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    }
  >
>;
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly headers?: object; readonly content: Content }
    >
  >;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let world: FaultyWorld;
let served: Document;
beforeAll(async () => {
  world = await startFaultyWorld();
  served = (await (await fetch(`${world.gateway.url}/openapi.json`)).json()) as Document;
});
afterAll(() => world[Symbol.asyncDispose]());

const routes = domainModules.flatMap((domain) => domain.routes);
const documented = routes.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => ({
    route,
    title: `${route.method} ${path}`,
    path: path.replaceAll('{*', '{'),
    method: route.method.toLowerCase(),
  })),
);
type Documented = (typeof documented)[number];
const operationOf = ({ path, method }: Documented): Operation => {
  const operation = served.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return operation;
};

/** The validator of a schema in the document. */
function validatorOf(schema: Schema): z.ZodType {
  const whole = { ...schema, $defs: served.components.schemas };
  const local = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(local));
}

test('default: the version is that of the package, and every tag says what it is about', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(served.info.version).toBe(version);
  const used = new Set(routes.map(({ tag }) => tag));
  expect(served.tags.map(({ name }) => name)).toEqual([...used]);
  for (const { description } of served.tags) expect(description).toMatch(/^[A-Z].{30,}\.$/);
});

test('default: parameters are numbers, enums, patterns or bounded texts, with their defaults', () => {
  const operations = Object.values(served.paths).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  const plain = parameters.filter(({ name, schema }) => {
    const isText = schema.type === 'string' && name !== 'path';
    return isText && !['enum', 'pattern', 'format', 'maxLength'].some((word) => word in schema);
  });
  expect(plain.map(({ name }) => name)).toEqual([]);
  const numbers = parameters.filter(({ schema }) => /^(integer|number)$/.test(String(schema.type)));
  expect(numbers.length).toBeGreaterThan(40);
  for (const { schema } of numbers) expect(Object.keys(schema)).toContain('maximum');
  const ofRun = served.paths['/sim/run']?.get?.parameters ?? [];
  const defaults = ofRun.flatMap(({ name, schema }) =>
    'default' in schema ? [[name, schema.default]] : [],
  );
  expect(Object.fromEntries(defaults)).toEqual({
    base_fee_pct: 0.1,
    spread_multiplier: 1,
    force: false,
    fng_fear_threshold: 25,
    fng_greed_threshold: 75,
    fng_cash_pct: 0.4,
    dom_lookback: 30,
    delist_haircut: 0,
  });
});

test('default: every documented weighting is one that a run takes', () => {
  const { weighting } = runQuerySchema.shape;
  for (const name of usualWeightingNames) expect(weighting.parse(name)).toBe(name);
});

test('default: headers are described in words of JSON Schema alone', () => {
  const operations = Object.values(served.paths).flatMap((path) => Object.values(path));
  const headers = operations.flatMap(({ responses }) =>
    Object.values(responses[200]?.headers ?? {}).map(({ schema }: { schema: Schema }) => schema),
  );
  expect(headers.length).toBeGreaterThan(20);
  for (const schema of headers) expect(schema).toEqual({ type: 'string' });
});

test('behavior: the page of the reference may ask for its files over plain HTTP', async () => {
  const { headers } = await fetch(`${world.gateway.url}/docs`);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('upgrade-insecure-requests');
});

test.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/scalars', 'text/html; charset=utf-8'],
  ['/docs/start.js', 'text/javascript; charset=utf-8'],
  ['/docs/event-log.js', 'text/javascript; charset=utf-8'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/docs/favicon-32x32.png', 'image/png'],
])(
  'behavior: %s of the reference is kept by browsers, then asked for by its tag',
  async (path, type) => {
    const first = await fetch(world.gateway.url + path);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('public, max-age=600');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(world.gateway.url + path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

test("behavior: the script of the reference travels compressed, and is the package's", async () => {
  const address = `${world.gateway.url}/docs/swagger-ui-bundle.js`;
  const encodings = ['identity', 'gzip', 'br'];
  const sent = await Promise.all(
    encodings.map(async (encoding) => {
      const response = await fetch(address, { headers: { 'accept-encoding': encoding } });
      const length = Number(response.headers.get('content-length'));
      return {
        coding: response.headers.get('content-encoding'),
        length,
        text: await response.text(),
      };
    }),
  );
  expect(sent.map(({ coding }) => coding)).toEqual([null, 'gzip', 'br']);
  const file = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js');
  const text = await readFile(file, 'utf8');
  for (const one of sent) expect(one.text === text).toBe(true);
  const [whole, ...smaller] = sent.map(({ length }) => length);
  for (const length of smaller) expect(length).toBeLessThan((whole ?? 0) / 3);
});

test('default: what a request cannot do without is required in the document', () => {
  const parameters = (path: string) => served.paths[path]?.get?.parameters ?? [];
  expect(parameters('/deployment')).toMatchObject([{ name: 'file', required: true }]);
  const body = served.paths['/vision/backtest']?.post?.requestBody?.content['application/json'];
  expect(body?.schema.required).toEqual(['batch_id', 'bitmap_hex']);
});

test.each(['/dn/{path}', '/vision/{path}'])('default: %s may be 404', async (path) => {
  const { status } = await fetch(`${world.gateway.url}/api${path.replace('{path}', 'nowhere')}`);
  expect(status).toBe(404);
  expect(Object.keys(served.paths[path]?.get?.responses ?? {})).toContain('404');
});

test('default: the document names every path and method, and no other', () => {
  expect(served.openapi).toMatch(/^3\.1\./);
  const named = Object.entries(served.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  expect(named.sort()).toEqual(documented.map(({ path, method }) => `${method} ${path}`).sort());
  const ids = documented.map((one) => operationOf(one).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(documented)('$title', (one) => {
  const { route } = one;

  test('default: says what it is, and what each parameter means', () => {
    const operation = operationOf(one);
    expect(operation.summary.length).toBeGreaterThan(5);
    expect(operation.description).toMatch(/^[A-Z].{30,}/);
    expect(operation.tags).toEqual([route.tag]);
    const declared = [
      ...Object.keys(route.params?.shape ?? {}).map((name) => `path ${name}`),
      ...Object.keys(route.query?.shape ?? {}).map((name) => `query ${name}`),
    ];
    const parameters = operation.parameters ?? [];
    expect(parameters.map((parameter) => `${parameter.in} ${parameter.name}`).sort()).toEqual(
      declared.sort(),
    );
    const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    expect(declared.filter((name) => name.startsWith('path')).sort()).toEqual(inPath.sort());
    const undescribed = parameters.filter(({ description, schema }) => {
      const said = description ?? schema.description ?? '';
      return said.length < 3;
    });
    expect(undescribed.map(({ name }) => name)).toEqual([]);
    const requiredWithoutExample = parameters.filter(
      ({ required, schema }) => required && schema.example === undefined,
    );
    expect(requiredWithoutExample.map(({ name }) => name)).toEqual([]);
  });

  test('default: says what each member of a body means, and shows one that is taken', async () => {
    const { requestBody } = operationOf(one);
    expect(requestBody !== undefined).toBe(route.body !== undefined);
    if (!requestBody || !route.body) return;
    expect(requestBody.required).toBe(true);
    const schema = requestBody.content['application/json']?.schema;
    const members = Object.entries((schema?.properties ?? {}) as Record<string, Schema>);
    expect(members.map(([name]) => name).sort()).toEqual(Object.keys(route.body.shape).sort());
    expect(members.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const example = Object.fromEntries(
      members.flatMap(([name, { example: value }]) => (value === undefined ? [] : [[name, value]])),
    );
    expect(schema && validatorOf(schema).safeParse(example).error).toBeUndefined();
  });

  test('default: the example of the response matches its own schema', () => {
    const response = operationOf(one).responses[200];
    expect(response?.description).toBeTruthy();
    const [media = '', content] = Object.entries(response?.content ?? {})[0] ?? [];
    if (route.kind === 'json') {
      expect(media).toBe('application/json');
      expect(content?.example).toEqual(JSON.parse(JSON.stringify(route.example)));
      expect(
        content && validatorOf(content.schema).safeParse(content.example).error,
      ).toBeUndefined();
      const isKept = route.policy !== 'no-store';
      expect(Object.keys(response?.headers ?? {})).toEqual(
        isKept ? ['Cache-Control', 'ETag', 'Age', 'X-Cache', 'Cache-Tag'] : [],
      );
      expect('304' in operationOf(one).responses).toBe(isKept);
    }
    if (route.kind === 'stream') {
      expect(media).toBe('text/event-stream');
      const { oneOf, discriminator } = (content?.schema ?? {}) as {
        readonly oneOf?: readonly object[];
        readonly discriminator?: { readonly propertyName: string; readonly mapping: object };
      };
      const types = Object.keys(discriminator?.mapping ?? {});
      expect(discriminator?.propertyName).toBe('type');
      expect(oneOf?.length).toBe(types.length);
      expect(Object.keys(content?.examples ?? {}).sort()).toEqual(types.sort());
      for (const { value } of Object.values(content?.examples ?? {})) {
        expect(content && validatorOf(content.schema).safeParse(value).error).toBeUndefined();
      }
    }
  });

  test('default: every status of an error is there, with what it means and its one-field body', () => {
    const { responses } = operationOf(one);
    const named = Object.keys(responses).filter((status) => !/[23]..|default/.test(status));
    // Every route may be limited.
    expect(named.sort()).toEqual([...new Set([...Object.keys(route.errors), '429'])].sort());
    for (const status of named) {
      const { description = '', content = {} } = responses[status] ?? {};
      expect(description).toMatch(/: .{5,}/);
      const error = content['application/json'];
      expect(error && validatorOf(error.schema).safeParse(error.example).error).toBeUndefined();
      expect(error?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
    expect(served.components.schemas.Error).toMatchObject({
      required: ['error'],
      properties: { error: { type: 'string' } },
    });
  });
});

const read = routeCases.filter(({ route }) => !route.includes('-stream') && !route.includes('{*'));
test.each(read)('behavior: the response of $path matches the document', async (asked) => {
  const found = documented.find(({ title }) => title === asked.route);
  const seen = await sendRequest(world.gateway.url, asked);
  expect(seen.status, seen.text).toBe(200);
  const content = found && operationOf(found).responses[200]?.content['application/json'];
  expect(
    content && validatorOf(content.schema).safeParse(JSON.parse(seen.text)).error,
  ).toBeUndefined();
});

/** Errors that the document must state for a route. */
const specifiedErrors: Readonly<Record<string, readonly number[]>> = {
  'GET /deployment': [400, 404],
  'GET /explorer/health': [400, 502, 503],
  'GET /market/history': [400, 502],
  'GET /vision/snapshot': [502],
  'GET /vision/snapshot/meta': [502],
  'POST /faucet': [400, 500],
  'GET /itp-enrichment': [400, 500],
  'GET /dn/{*path}': [502],
  'GET /vision/batch/{id}/state': [404],
  'GET /vision/batch/{id}/history': [500],
  'GET /vision/reveal/{batch_id}/{tick_id}': [403, 404],
  'POST /vision/backtest': [400, 404],
  'POST /vision/bitmap': [400, 404],
};
test.each(Object.entries(specifiedErrors))(
  'default: %s documents the errors of the specification',
  (title, statuses) => {
    const found = documented.find((one) => one.title === title);
    const documentedStatuses = Object.keys(found ? operationOf(found).responses : {}).map(Number);
    expect(statuses.filter((status) => !documentedStatuses.includes(status))).toEqual([]);
  },
);
