import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { NotConfiguredError } from '../lib/errors.ts';
import { type Address, type Millis, parseAddress } from '../lib/units.ts';

const deployment = z.object({ contracts: z.record(z.string(), z.string()) });

/** Looks up addresses of deployed contracts by name. */
export type ContractAddressLookup = {
  /** Returns a contract's address. @throws {NotConfiguredError} the deployment does not name it. */
  readonly address: (name: string) => Promise<Address>;
};

const absent = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'EISDIR']);
/** The file is read again after this time, because addresses change with every deployment. */
const keepFor: Millis = 5000;

/** Creates a look-up in `active-deployment.json` or, if it is missing, `publicDeploymentFile`. */
export function createContractAddressLookup(config: Config, clock: Clock): ContractAddressLookup {
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
        // Only a missing file falls back to the next one, which has the addresses of another
        // deployment.
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
