import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDeploymentFiles } from './deployment-files.ts';

test('default: four files say the same, and replace what was there', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'deployments-'));
  const directory = join(parent, 'new');
  const record = (chainId: number) => {
    return {
      chainId,
      settlementChainId: 2,
      deployer: '0x1',
      timestamp: 3,
      contracts: { A: '0x4' },
    };
  };
  await writeDeploymentFiles(directory, record(1));
  await writeDeploymentFiles(directory, record(9));
  const names = await readdir(directory);
  expect(names.toSorted()).toEqual([
    'active-deployment.json',
    'lending-e2e.json',
    'local-e2e.json',
    'local-frontend.json',
  ]);
  for (const name of names) {
    expect(JSON.parse(await readFile(join(directory, name), 'utf8'))).toEqual(record(9));
  }
  await rm(parent, { recursive: true });
});
