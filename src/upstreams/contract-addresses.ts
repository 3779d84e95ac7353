import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { NotConfiguredError } from '../lib/errors.ts';
import { type Address, type Millis, parseAddress } from '../lib/units.ts';

const deployment = z.object({ contracts: z.record(z.string(), z.string()) });

/** Addresses of the chain's contracts by name, as the active deployment file says. */
export type ContractAddresses = {
  /** @throws {NotConfiguredError} no deployment file names this contract. */
  readonly address: (name: string) => Promise<Address>;
};

/** What reading says of a file that is not there. */
const absent = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR']);
/** Addresses change with every deployment, so the file is read again after this long. */
const keepFor: Millis = 5000;

/** Reads `active-deployment.json` of the deployments folder, else the public fallback. */
export function createContractAddresses(config: Config, clock: Clock): ContractAddresses {
  const files = [
    join(config.deploymentsDir, 'active-deployment.json'),
    config.publicDeploymentFile,
  ];
  let read: Promise<Readonly<Record<string, string>>> | undefined;
  let readAt = 0;

  async function readContracts(): Promise<Readonly<Record<string, string>>> {
    for (const file of files) {
      try {
        return deployment.parse(JSON.parse(await readFile(file, 'utf8'))).contracts;
      } catch (error) {
        // The next file stands in for an absent one. One that is no deployment names nothing: the
        // contracts of another deployment would be asked in the place of its own.
        if (!absent.has((error as NodeJS.ErrnoException).code)) break;
      }
    }
    return {};
  }

  return {
    address: async (name) => {
      if (!read || clock.now() - readAt > keepFor) {
        read = readContracts();
        readAt = clock.now();
      }
      const contracts = await read;
      const address = Object.hasOwn(contracts, name) ? parseAddress(contracts[name] ?? '') : null;
      if (address) return address;
      throw new NotConfiguredError(`the deployment names no contract ${name}`);
    },
  };
}
