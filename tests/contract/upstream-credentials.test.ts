import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

const json = { 'content-type': 'application/json' };

test('args: user and password in the URL of an upstream are sent to it, and those of clients are not', async () => {
  const seen: (string | undefined)[] = [];
  await using upstream = await startUpstream((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, json).end('{"BTC":1}');
  });
  const url = upstream.url.replace('//', '//me:a%40b%zz@');
  await using gateway = await startGateway({
    DATA_NODE_URL: url,
    ORACLE_URLS: url,
    L3_RPC_URL: url,
  });
  const headers = { authorization: 'Bearer of-the-client' };
  const ask = async (path: string) => (await fetch(gateway.url + path, { headers })).body?.cancel();
  const paths = ['/api/latest-prices', '/dn/anything', '/api/vision/batches', '/readyz'];
  const basic = `Basic ${Buffer.from('me:a@b%zz').toString('base64')}`;
  for (const path of paths) {
    seen.length = 0;
    await ask(path);
    expect(new Set(seen), path).toEqual(new Set([basic]));
  }
});
