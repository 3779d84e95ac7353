import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

test.each([
  [
    'error: contracts of the public file are not asked in the place of a broken one’s',
    '{"chain',
    0,
  ],
  ['default: they are in the place of an absent one’s', null, 1],
])('%s', async (_name, active, calls) => {
  await using stack = new AsyncDisposableStack();
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'broken-deployment-')), (path) =>
    rm(path, { recursive: true }),
  );
  const fallback = join(dir, 'public.json');
  const deployment = { chainId: 1337, contracts: { Index: `0x${'aa'.repeat(20)}` } };
  await writeFile(fallback, JSON.stringify(deployment));
  if (active !== null) await writeFile(join(dir, 'active-deployment.json'), active);
  const node = stack.use(await startUpstream(respondByPath({})));
  const gateway = stack.use(
    await startGateway({
      L3_RPC_URL: node.url,
      DEPLOYMENTS_DIR: dir,
      PUBLIC_DEPLOYMENT_FILE: fallback,
    }),
  );
  const { status } = await gateway.rest(`/itp-price?itp_id=0x${'00'.repeat(31)}01`);
  expect({ status, calls: node.asked.length }).toEqual({ status: 502, calls });
});
