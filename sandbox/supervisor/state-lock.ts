import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SandboxPorts } from './sandbox-ports.ts';

/** The running process that uses a state folder, and the ports of its sandbox. */
const ownerSchema = z.object({ pid: z.int().positive(), ports: z.array(z.int()) });

type Owner = z.infer<typeof ownerSchema>;

/** Another running sandbox uses the state folder. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError';
}

const lockPath = (folder: string) => join(folder, 'owner.json');

/** @throws {StateInUseError} another running process uses the state folder. */
export async function assertStateFree(folder: string): Promise<void> {
  const owner = await readOwner(folder);
  if (owner === null || owner.pid === process.pid || !isRunning(owner.pid)) return;
  throw new StateInUseError(
    `${folder} is in use by another sandbox (process ${owner.pid}, ports ${owner.ports.join(', ')}): stop it, or run a second one with SANDBOX_STATE_DIR set to another folder and PORT_BASE to other ports. If process ${owner.pid} is no sandbox, remove ${lockPath(folder)}.`,
  );
}

/**
 * Makes this process the owner of a state folder, which it creates. A lock of a process that has
 * ended is replaced.
 *
 * @returns a function that gives the folder free.
 * @throws {StateInUseError} another running process uses the folder.
 */
export async function lockState(folder: string, ports: SandboxPorts): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const { oracles, ...single } = ports;
  const owner: Owner = { pid: process.pid, ports: [...Object.values(single), ...oracles] };
  for (;;) {
    try {
      await writeFile(lockPath(folder), JSON.stringify(owner), { flag: 'wx' });
      return () => rm(lockPath(folder), { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await assertStateFree(folder);
      await rm(lockPath(folder), { force: true });
    }
  }
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(lockPath(folder), 'utf8')));
  } catch {
    // There is no lock, or it was cut off when the machine stopped.
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
