import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { freePort } from '../support/free-port.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [key: string]: unknown;
};
type Model = { readonly validate: () => void };

const manifests = readdirSync(join(root, 'deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((one) => one.toJS() as Manifest),
);

/** A manifest as a model that holds the schema which Kubernetes publishes for its kind. */
async function modelOf(manifest: Manifest): Promise<Model> {
  const models = await import(`kubernetes-models/${manifest.apiVersion}`);
  return new models[manifest.kind](manifest);
}

/** Runs a tool of the system; fails with the name of its Debian package if it is missing. */
function run(command: string, debianPackage: string, args: readonly string[]) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) throw new Error(`${command} is missing: install the Debian package ${debianPackage}`);
  return { status, output: stdout + stderr };
}

test.each(manifests)('default: the $kind follows the schema of Kubernetes', async (manifest) => {
  (await modelOf(manifest)).validate();
});

test('error: a wrong manifest does not', async () => {
  const service = manifests.find(({ kind }) => kind === 'Service');
  const model = await modelOf({ ...service, spec: { ports: 'http' } } as unknown as Manifest);
  expect(() => model.validate()).toThrow();
});

test('default: what manifests and compose set are variables of the gateway', () => {
  const known = new Set(
    [...read('docs/configuration.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>;
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    readonly services: Record<string, { readonly environment?: Record<string, string> }>;
  };
  const names = [
    ...Object.keys(config),
    ...[...read('deploy/kubernetes/dtf-graph.yaml').matchAll(/- name: ([A-Z][A-Z0-9_]+)/g)].map(
      ([, name = '']) => name,
    ),
    ...['gateway-1', 'gateway-2', 'sandbox'].flatMap((name) =>
      Object.keys(compose.services[name]?.environment ?? {}),
    ),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('default: promtool accepts the configuration and the rules, and their tests pass', () => {
  for (const args of [
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', 'deploy/prometheus/rules.test.yml'],
  ]) {
    const { status, output } = run('promtool', 'prometheus', args);
    expect(status, output).toBe(0);
  }
});

test('default: nginx accepts its configuration', () => {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'nginx.conf');
  const text = read('deploy/nginx/nginx.conf')
    .replaceAll(/server sandbox:/g, 'server 127.0.0.1:')
    .replaceAll('/tmp/cache', join(dir, 'cache'));
  writeFileSync(file, `pid ${dir}/pid;\nerror_log ${dir}/error.log;\n${text}`);
  const { status, output } = run('nginx', 'nginx-light', ['-t', '-p', dir, '-c', file]);
  expect(status, output).toBe(0);
});

test('behavior: nginx keeps responses until their cache tag is purged, and fetches them again then', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  let calls = 0;
  const tags: Record<string, string> = {
    '/api/one': 'dtf-0x1,price-BTC',
    '/api/two': 'dtf-0x12',
    '/api/list': 'dtf',
  };
  await using origin = await startUpstream((request, response) => {
    calls += 1;
    const headers = {
      'cache-control': 'public, s-maxage=60',
      'cache-tag': tags[request.url ?? ''],
    };
    response.writeHead(200, headers).end(`call ${calls} says Cache-Tag: dtf-0x12`);
  });
  const port = await freePort();
  const text = read('deploy/nginx/nginx.conf')
    .replaceAll(/server sandbox:\d+/g, `server ${new URL(origin.url).host}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/cache', join(dir, 'cache'));
  const file = join(dir, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\nuser root;\npid ${dir}/pid;\nerror_log ${dir}/error.log;\n${text}`,
  );
  const nginx = spawn('nginx', ['-p', dir, '-c', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    nginx.kill('SIGQUIT');
    await once(nginx, 'exit');
  });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const getAll = () => Promise.all(Object.keys(tags).map(get));
  await expect.poll(() => get('/api/one').catch(() => ''), { timeout: 5000 }).not.toBe('');
  const before = await getAll();
  expect(await getAll()).toEqual(before);

  const purge = (...args: readonly string[]) =>
    run(join(root, 'deploy/nginx/purge-cache-tags.sh'), 'dash', [join(dir, 'cache'), ...args]);
  expect(purge('dtf-0x1')).toEqual({ status: 0, output: '' });
  const [one, two, list] = await getAll();
  expect(one).not.toBe(before[0]);
  expect([two, list]).toEqual(before.slice(1));
  expect(purge('dtf', 'dtf-0x12').status).toBe(0);
  const after = await getAll();
  expect(after[0]).toBe(one);
  expect(after[1]).not.toBe(two);
  expect(after[2]).not.toBe(list);
  expect(purge('dtf.*').status).toBe(2);
});

test('default: the dashboard and the rules name metrics that exist', async () => {
  await using gateway = await startGateway({});
  const exposition = await (await fetch(`${gateway.url}/metrics`)).text();
  const rules = read('deploy/prometheus/rules.yml');
  const existing = new Set([
    ...[...exposition.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
    // Registered only with Redis.
    ...[...read('docs/metrics.md').matchAll(/`(gateway_redis_\w+)`/g)].map(([, name]) => name),
    ...[...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name),
    'up',
  ]);
  const dashboard = JSON.parse(read('deploy/grafana/dashboards/dtf-graph.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/expr: (?:>\n)?((?:.|\n {10})+)/g)].map(([, expr = '']) => expr),
  ];
  expect(queries.length).toBeGreaterThan(30);
  const named = queries.flatMap((query) => [
    ...(query.match(/\b(gateway|nodejs|process)[_:][\w:]+/g) ?? []),
  ]);
  const missing = named.filter(
    (name) => !existing.has(name) && !existing.has(name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(missing).toEqual([]);
});
