import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let dir: string;
let gateway: TestGateway;
const vision = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const deployment = {
  chainId: 111_222_333,
  settlementChainId: 14_601,
  deployer: vision,
  timestamp: 1_767_225_600,
  contracts: { Index: vision.toLowerCase(), L3_WUSDC_DECIMALS: '18', Vision: vision },
};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'deployments-'));
  await mkdir(join(dir, 'files'));
  gateway = await startGateway({
    DEPLOYMENTS_DIR: join(dir, 'files'),
    PUBLIC_DEPLOYMENT_FILE: join(dir, 'public.json'),
  });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

const put = (name: string, content: unknown) =>
  writeFile(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
const ask = async (query: string) => {
  const response = await gateway.rest(`/deployment${query}`);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as unknown,
  };
};
const names = [
  'active-deployment.json',
  'lending-e2e.json',
  'local-e2e.json',
  'local-frontend.json',
];

describe('GET /deployment', () => {
  test.each(names)('default: %s as it stands in the folder', async (name) => {
    await put(`files/${name}`, deployment);
    const { status, headers, body } = await ask(`?file=${name}`);
    expect(status).toBe(200);
    expect(body).toEqual(deployment);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('public, s-maxage=5');
    expect(headers.get('etag')).toMatch(/^"/);
  });

  test('behavior: the public file stands in for the active deployment, and for no other', async () => {
    await put('public.json', { ...deployment, chainId: 1 });
    expect(await ask('?file=active-deployment.json')).toMatchObject({
      status: 200,
      body: { chainId: 1 },
    });
    for (const name of names.slice(1)) expect((await ask(`?file=${name}`)).status).toBe(404);
  });

  test('behavior: the folder goes before the public file', async () => {
    await put('public.json', { ...deployment, chainId: 1 });
    await put('files/active-deployment.json', { ...deployment, chainId: 2 });
    expect(await ask('?file=active-deployment.json')).toMatchObject({ body: { chainId: 2 } });
  });

  test.each(names)('error: %s that is not there is 404', async (name) => {
    const { status, headers, body } = await ask(`?file=${name}`);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'Deployment file not found' });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('error: a folder in the place of a file is 404', async () => {
    await mkdir(join(dir, 'files', 'local-e2e.json'));
    expect((await ask('?file=local-e2e.json')).status).toBe(404);
  });

  test.each([
    '',
    '?file',
    '?file=',
    '?file=morpho-e2e.json',
    '?file=../package.json',
    '?file=..%2Fpackage.json',
    '?file=active-deployment.json%00',
    '?file=active-deployment.json%00.txt',
    '?file=/etc/passwd',
    '?file=Active-Deployment.json',
    '?file=active-deployment.json/',
    '?file=%20active-deployment.json',
    '?file=./active-deployment.json',
    '?file=__proto__',
    '?file=0',
    '?File=active-deployment.json',
    '?file=active-deployment.json&file=local-e2e.json',
    '?file[]=active-deployment.json',
    '?file[0]=active-deployment.json',
    `?file=${'a'.repeat(10_000)}`,
  ])('error: %s is 400', async (query) => {
    await put('files/active-deployment.json', deployment);
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringContaining('file') });
  });

  test.each([
    '',
    '{',
    '[]',
    '{"chainId":"1","contracts":{}}',
    '{"chainId":1}',
    '{"chainId":1,"contracts":{"a":1}}',
  ])('error: content %j is 500 that says nothing of it', async (content) => {
    await put('files/local-e2e.json', content);
    const { status, body } = await ask('?file=local-e2e.json');
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'Deployment file is not readable' });
  });

  test('behavior: a link to a file is what its operator made of it', async () => {
    await put('elsewhere.json', deployment);
    await symlink(join(dir, 'elsewhere.json'), join(dir, 'files', 'local-e2e.json'));
    expect((await ask('?file=local-e2e.json')).status).toBe(200);
  });
});

describe('deployment', () => {
  const query = `query ($file: String!) {
    deployment(file: $file) {
      file chainId settlementChainId
      contracts { index vision lending all { name value address } }
    }
  }`;

  test('default: contracts by name, addresses checksummed', async () => {
    await put('files/local-e2e.json', deployment);
    const { data } = await gateway.query(query, { file: 'local-e2e.json' });
    expect(data).toEqual({
      deployment: {
        file: 'local-e2e.json',
        chainId: 111_222_333,
        settlementChainId: 14_601,
        contracts: {
          index: vision,
          vision,
          lending: null,
          all: [
            { name: 'Index', value: vision.toLowerCase(), address: vision },
            { name: 'L3_WUSDC_DECIMALS', value: '18', address: null },
            { name: 'Vision', value: vision, address: vision },
          ],
        },
      },
    });
  });

  test('behavior: null when it is not there; another name is an error', async () => {
    expect((await gateway.query(query, { file: 'local-e2e.json' })).data).toEqual({
      deployment: null,
    });
    const { errors } = await gateway.query(query, { file: '../package.json' });
    expect(errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
  });
});
