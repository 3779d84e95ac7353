import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';
import { immediateFaults } from '../support/cases/faults.ts';
import { wholeGraph } from '../support/cases/graph-documents.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { startFaultyUpstreams, upstreamNames } from '../support/faulty-world.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';

/** A gateway as an operator runs it, and everything it lets out. */
type Watched = {
  readonly url: string;
  readonly output: () => string;
  /** Every head and body that it answered. */
  readonly answers: string[];
  readonly stop: () => Promise<number | null>;
};

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

async function startWatched(env: Readonly<Record<string, string>>): Promise<Watched> {
  const child = spawn(process.execPath, [main], {
    env: { ...pickInheritedEnv(process.env), PORT: '0', LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  while (!output.includes('"ready":true')) {
    await Promise.race([once(child.stdout, 'data'), exited]);
    if (child.exitCode !== null) throw new Error(`the gateway did not start: ${output}`);
  }
  const url = /"url":"([^"]+)"/.exec(output)?.[1] ?? '';
  return {
    url,
    output: () => output,
    answers: [],
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0] as number | null;
    },
  };
}

/** Asks, and keeps what was answered. */
async function ask(
  gateway: Watched,
  path: string,
  options: { readonly body?: unknown; readonly method?: string } = {},
): Promise<number> {
  const { body, method = body === undefined ? 'GET' : 'POST' } = options;
  try {
    const response = await request(gateway.url + path, {
      method: method as 'GET',
      reset: true,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    gateway.answers.push(JSON.stringify(response.headers), await response.body.text());
    return response.statusCode;
  } catch (error) {
    gateway.answers.push(String(error));
    return 0;
  }
}

/** Reads every slice, in good and in bad ways. */
const documents = [
  ...wholeGraph,
  `{ asset(symbol: "../..") { price } }`,
  `{ deployments { chainId contracts { all { name address } } } gateway { upstreams { name status } } }`,
  `mutation { requestFaucet(input: { address: "${wallet}", amount: "5" }) { userErrors { message } } }`,
  `mutation { requestFaucet(input: { address: "0x1", amount: "-5" }) { userErrors { message } } }`,
  `{ __typename`,
  `{ secret token privateKey }`,
];

async function askEverything(gateway: Watched): Promise<void> {
  for (const { path, body } of routeCases) {
    await ask(gateway, `/api${path}`, { body });
    // The same, badly.
    await ask(gateway, `/api${path.split('?')[0]}`, body === undefined ? {} : { body: {} });
    await ask(gateway, `/api${path}`, { method: 'DELETE' });
  }
  for (const query of documents) await ask(gateway, '/graphql', { body: { query } });
  for (const path of ['/metrics', '/readyz', '/healthz', '/openapi.json', '/docs', '/none']) {
    await ask(gateway, path);
  }
  await ask(gateway, '/api/dn/%2e%2e/x');
  await ask(gateway, `/api/itp-price?itp_id=${itpId}&itp_id=${itpId}`);
}

const isTold = ({ name }: Fault) => ['garbage for JSON', 'a 500'].includes(name);
const states: readonly (readonly [string, Fault | null | 'down'])[] = [
  ['all is well', null],
  ['nothing is reachable', 'down'],
  ...immediateFaults
    .filter(isTold)
    .map((fault) => [`upstreams give ${fault.name}`, fault] as const),
];

test.concurrent.each(states)(
  'behavior: while %s, no key, token, folder, path or place of an upstream gets out',
  { timeout: 60_000 },
  async (_state, fault) => {
    await using upstreams = await startFaultyUpstreams();
    const gateway = await startWatched(upstreams.env);
    for (const name of upstreamNames) upstreams.setFault(name, fault === 'down' ? null : fault);
    if (fault === 'down') for (const upstream of upstreams.all) await upstream.goDown();
    await askEverything(gateway).finally(async () => {
      expect(await gateway.stop()).toBe(0);
    });

    // It did ask, answer and log.
    expect(gateway.answers.length).toBeGreaterThan(200);
    if (fault !== 'down')
      expect(upstreams.all.flatMap(({ asked }) => asked).length).toBeGreaterThan(30);
    expect(upstreams.all.flatMap(({ keyless }) => keyless)).toEqual([]);
    if (fault !== null) expect(gateway.output()).toContain('upstream failed');
    for (const secret of upstreams.secrets) {
      expect(gateway.answers.filter((text) => text.includes(secret))).toEqual([]);
      const lines = gateway.output().split('\n');
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
  },
);
