import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPython } from '../../scripts/test-tools.ts';
import { installPackedClient } from '../clients/support/packed-client.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const run = promisify(execFile);
const origin = 'http://127.0.0.1:4000';

const pages = [
  'README.md',
  'docs/quick-start.md',
  'docs/guide-frontend.md',
  'docs/guide-python.md',
  'docs/cookbook.md',
  'docs/agents.md',
  'docs/operators.md',
  'docs/capacity.md',
];
const snippets = pages.flatMap((page) =>
  [...read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', code = ''], index) => ({ page, number: index + 1, language, code }),
  ),
);
type Snippet = (typeof snippets)[number];
const inLanguage = (wanted: string) => snippets.filter(({ language }) => language === wanted);

const chain = 'http://127.0.0.1:8545';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
let chainUrl: string;
let dir: string;
beforeAll(async () => {
  const sandbox = stack.use(await startTestSandbox());
  chainUrl = sandbox.urls.l3;
  gateway = stack.use(await startGateway(sandbox.gatewayEnv as Record<string, string>));
  dir = stack.use(await installPackedClient(['viem', 'graphql-sse'])).path;
}, 180_000);
afterAll(() => stack.disposeAsync());

/** Points a snippet at the gateway and the chain of this test. */
const here = (code: string) => code.replaceAll(origin, gateway.url).replaceAll(chain, chainUrl);

/** The variables of a document: the JSON that follows it. */
const variablesOf = (document: Snippet): Record<string, unknown> => {
  const next = snippets[snippets.indexOf(document) + 1];
  return next?.page === document.page && next.language === 'json' ? JSON.parse(next.code) : {};
};

test('default: every snippet is in a language that is run', () => {
  expect(snippets.length).toBeGreaterThan(15);
  const known = ['graphql', 'ts', 'python', 'sh'];
  const isRun = (snippet: Snippet, at: number) =>
    known.includes(snippet.language) ||
    (snippet.language === 'json' && snippets[at - 1]?.language === 'graphql');
  expect(snippets.filter((snippet, at) => !isRun(snippet, at))).toEqual([]);
});

const isSubscription = ({ code }: Snippet) => code.startsWith('subscription');

test.each(inLanguage('graphql').filter((snippet) => !isSubscription(snippet)))(
  'default: query $number of $page has no errors',
  async (snippet) => {
    const { data, errors } = await gateway.query(snippet.code, variablesOf(snippet));
    expect(errors).toBeUndefined();
    expect(Object.values(data)).not.toContain(null);
  },
);

test.each(inLanguage('graphql').filter(isSubscription))(
  'default: subscription $number of $page has a first event without errors',
  async (snippet) => {
    const leaving = new AbortController();
    const response = await postJson(
      `${gateway.url}/graphql/stream`,
      { query: snippet.code, variables: variablesOf(snippet) },
      { headers: { accept: 'text/event-stream' }, signal: leaving.signal },
    );
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk);
      if (/^data: ?\{.*\}$/m.test(text)) break;
    }
    leaving.abort();
    expect(text).toContain('"data":{');
    expect(text).not.toContain('"errors":');
  },
  60_000,
);

test.each(inLanguage('ts'))('default: program $number of $page runs', async ({ code, number }) => {
  const file = join(dir, `${number}.mts`);
  await writeFile(file, here(code));
  await run(process.execPath, [file], { timeout: 60_000 });
});

// At the same time, because the last one waits for a tick.
test.concurrent.each(inLanguage('python'))(
  'default: program $number of $page runs',
  async ({ code }) => {
    const python = findPython();
    if (python === undefined) throw new Error('Python is missing: npm test installs it');
    const env = { PYTHONPATH: join(root, 'packages/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(python, ['-c', here(code)], { env, timeout: 90_000 });
    expect(stdout).not.toBe('');
  },
);

test.each(inLanguage('sh'))('default: commands $number of $page work', async ({ code }) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const command of code
    .trim()
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => line.split(' && '))) {
    const [program, ...words] = command.split(' ');
    const argument = words.find((word) => word !== 'run');
    if (program === 'curl' || program === 'promtool') {
      const options = { cwd: root, timeout: 60_000, maxBuffer: 2 ** 26 };
      const { stdout } = await run('sh', ['-c', here(command)], options);
      expect(stdout).not.toMatch(/"errors\\?":\[|"isError":true|"error":\{/);
    } else {
      // Other tests install, start and test the project.
      expect(program).toBe('npm');
      expect(['ci', ...Object.keys(scripts)]).toContain(argument);
    }
  }
});

test('default: pages link to files that exist', () => {
  const texts = [
    ...pages,
    'docs/troubleshooting.md',
    'docs/security.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
  ];
  const missing = texts.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = '']) => join(page, '..', target))
      .filter((path) => !existsSync(join(root, path))),
  );
  expect(missing).toEqual([]);
});

test('default: /llms.txt is served, and every path that it names', async () => {
  const response = await fetch(`${gateway.url}/llms.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toBe(read('docs/llms.txt'));
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(10);
  for (const path of links) {
    const { status, headers } = await fetch(`${gateway.url}${path}`);
    expect([path, status]).toEqual([path, 200]);
    if (path.endsWith('.md')) expect(headers.get('content-type')).toMatch(/^text\/markdown/);
  }
  for (const path of ['/graphql/stream', '/mcp']) expect(text).toContain(`\`${path}\``);
  const [, body = ''] = /POST `\/graphql` with `([^`]+)`/.exec(text) ?? [];
  const { query } = JSON.parse(body) as { readonly query: string };
  expect(await gateway.query(query)).toMatchObject({ data: { dtfs: { edges: [{}, {}, {}] } } });
  const [, rest = ''] = /REST: GET `([^`]+)`/.exec(text) ?? [];
  expect((await fetch(`${gateway.url}${rest}`)).status).toBe(200);
});

test('default: pages of the documentation are served as they are, and no other file', async () => {
  const page = await fetch(`${gateway.url}/docs/agents.md`);
  expect(await page.text()).toBe(read('docs/agents.md'));
  for (const path of ['/docs/README.md', '/docs/..%2fREADME.md', '/docs/decisions/install.md']) {
    expect((await fetch(`${gateway.url}${path}`)).status).toBe(404);
  }
});
