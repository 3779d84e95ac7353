import { expect, test } from 'vitest';
import { assertPortsFree, listPortClaims } from './sandbox-ports.ts';

const host = '127.0.0.1';
const free = { l3: 0, settlement: 0, dataNode: 0, providers: 0, oracles: [0, 0, 0] } as const;

test('error: a port that two services want is reported as that, not as in use', async () => {
  const gateway = { host, port: 15_999, owner: 'the gateway', variable: 'PORT' };
  const claims = listPortClaims({ ...free, dataNode: 15_999, oracles: [0, 15_998, 15_998] }, host);
  const refused = assertPortsFree([gateway, ...claims]);
  await expect(refused).rejects.toThrow(
    /port 15999 is meant for the gateway and for the data node: set SANDBOX_DATA_NODE_PORT/,
  );
  await expect(refused).rejects.toThrow(/port 15998 is meant for oracle 2 and for oracle 3/);
  await expect(refused).rejects.not.toThrow('is in use');
});

test('default: any number of parts may leave the choice of a port', async () => {
  await expect(assertPortsFree(listPortClaims(free, host))).resolves.toBeUndefined();
});
