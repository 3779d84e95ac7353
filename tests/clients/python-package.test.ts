import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../packages/client/src/index.ts';
import { findPython } from '../../scripts/test-tools.ts';
import { type FakeDataNode, progressEvent, resultEvent } from '../sim/support/fake-data-node.ts';
import { input } from '../sim/support/operations.ts';
import { withFakeDataNode } from '../sim/support/with-fake-data-node.ts';
import type { TestGateway } from '../support/gateway.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const python = findPython() ?? 'python3';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-package-'));
  await cp(join(root, 'packages/python/src'), folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program in a folder that has nothing but the package. */
async function runPython(code: string, origin: string): Promise<string> {
  const program = `import sys\nfrom dtf_graph import *\nclient = Client(sys.argv[1])\n${code}`;
  const { stdout } = await run(python, ['-c', program, origin], { cwd: folder, timeout: 60_000 });
  return stdout;
}

test('default: codecs agree with the vectors, the examples in the comments are right', async () => {
  const tests = join(root, 'packages/python/tests');
  const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run(python, ['-m', 'unittest', 'discover', '-s', tests], { env });
  expect(stderr).toMatch(/Ran \d+ tests[\s\S]*OK/);
}, 60_000);

test('default: the version is that of the project', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const project = await readFile(join(root, 'packages/python/pyproject.toml'), 'utf8');
  expect(project).toContain(`version = "${version}"`);
  expect(await runPython('import dtf_graph; print(dtf_graph.__version__)', 'x')).toBe(
    `${version}\n`,
  );
});

test('error: classes by code, with status and the other parts, from both APIs', async () => {
  const output = await runPython(
    `
try:
    client.query('{ __typename asset(symbol: "BTC") { price } }')
except UpstreamUnavailableError as error:
    print(error.status, error.path, error.data)
try:
    client.query('{ nothing }')
except DtfGraphError as error:
    print(type(error).__name__, error.code)
try:
    client.rest('/sim/run', {'category_id': 'all', 'top_n': -1})
except InvalidInputError as error:
    print(error.status)
try:
    client.vision.claim(1)
except InvalidInputError as error:
    print(error)
try:
    Client('http://127.0.0.1:1').funds.list()
except NetworkError as error:
    print(error)
try:
    KeyWallet('http://127.0.0.1:1', '0x1')
except ImportError as error:
    print(error)
`,
    gateway.url,
  );
  expect(output.split('\n')).toEqual([
    "200 ['asset'] {'__typename': 'Query', 'asset': None}",
    'GraphqlValidationFailedError GRAPHQL_VALIDATION_FAILED',
    '400',
    'the client needs a wallet',
    'the service cannot be reached',
    'KeyWallet needs eth-account: pip install dtf-graph[wallet]',
    '',
  ]);
});

/** Forwards to the gateway, and cuts the first event stream after its first event. */
async function startCuttingProxy() {
  const resumedFrom: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    if (url === '/graphql/stream') resumedFrom.push(headers['last-event-id'] as string | undefined);
    const isFirst = resumedFrom.length === 1;
    const forwarded = sendRequest(new URL(url, gateway.url), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('data', (chunk: Buffer) => {
        outgoing.write(chunk);
        if (isFirst && String(chunk).includes('event: next')) {
          setTimeout(() => {
            outgoing.destroy();
            forwarded.destroy();
          }, 100);
        }
      });
      response.on('end', () => outgoing.end());
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resumedFrom,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('behavior: a stream continues behind the last event after a lost connection', async () => {
  await using proxy = await startCuttingProxy();
  const program = `import sys
from dtf_graph import Client
for event in Client(sys.argv[1]).sim.run(${JSON.stringify(input)}):
    print(event["__typename"], event.get("pct"), flush=True)
`;
  const running = spawn(python, ['-c', program, proxy.url], { cwd: folder, stdio: 'pipe' });
  let output = '';
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const fake = await node.nextRun();
  // Another listener, because a run ends when its last one leaves.
  const other = createClient({ origin: gateway.url }).sim.run({ input });
  fake.send(progressEvent(25));
  await other.next();
  await expect.poll(() => proxy.resumedFrom).toEqual([undefined, expect.stringMatching(/\.25$/)]);
  fake.send(progressEvent(50), resultEvent);
  // After its output has been read.
  await once(running, 'close');
  await other.return(undefined);
  expect(output).toBe('SimulationProgress 25\nSimulationProgress 50\nSimulationResult None\n');
});
