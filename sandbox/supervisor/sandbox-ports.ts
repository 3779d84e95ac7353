import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of the sandbox's processes; 0 selects any free port. */
export type SandboxPorts = {
  readonly l3: number;
  readonly settlement: number;
  readonly dataNode: number;
  readonly providers: number;
  readonly oracles: readonly [number, number, number];
};

/** A port, the process that listens on it, and the variable that changes it. */
export type PortClaim = {
  readonly host: string;
  readonly port: number;
  readonly owner: string;
  readonly variable: string;
};

/** A configured port is in use by another process. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/**
 * Replaces zeros by free ports and checks that the other ports are free.
 *
 * @throws {PortTakenError} ports are in use; the message names each one and the variable that
 * changes it.
 */
export async function resolvePorts(wanted: SandboxPorts, host: string): Promise<SandboxPorts> {
  await assertPortsFree(listPortClaims(wanted, host));
  const taken = new Set<number>();
  const pick = async (port: number) => {
    const found = port === 0 ? await findFreePort(host, taken) : port;
    taken.add(found);
    return found;
  };
  return {
    l3: await pick(wanted.l3),
    settlement: await pick(wanted.settlement),
    dataNode: await pick(wanted.dataNode),
    providers: await pick(wanted.providers),
    oracles: [
      await pick(wanted.oracles[0]),
      await pick(wanted.oracles[1]),
      await pick(wanted.oracles[2]),
    ],
  };
}

/**
 * Checks that all ports are free and different.
 *
 * @throws {PortTakenError} ports are in use or claimed twice; the message names each one and the
 * variable that changes it.
 */
export async function assertPortsFree(claimed: readonly PortClaim[]): Promise<void> {
  const problems = await Promise.all(
    claimed.map(async ({ host, port, owner, variable }, index) => {
      if (port === 0) return null;
      const other = claimed
        .slice(0, index)
        .find((earlier) => earlier.port === port && earlier.host === host);
      if (other) {
        return `port ${port} is meant for ${other.owner} and for ${owner}: set ${variable} to another port (0 = any free one)`;
      }
      return (await isFree(port, host))
        ? null
        : `port ${port} (${owner}) is in use: stop the process that holds it, or set ${variable} to another port (0 = any free one)`;
    }),
  );
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new PortTakenError(found.join('\n'));
}

/** Returns the ports of a sandbox with their processes and variables. */
export function listPortClaims(ports: SandboxPorts, host: string): readonly PortClaim[] {
  const claims = [
    { port: ports.l3, owner: 'the L3 chain', variable: 'SANDBOX_L3_PORT' },
    { port: ports.settlement, owner: 'the settlement chain', variable: 'SANDBOX_SETTLEMENT_PORT' },
    { port: ports.dataNode, owner: 'the data node', variable: 'SANDBOX_DATA_NODE_PORT' },
    { port: ports.providers, owner: 'the providers', variable: 'SANDBOX_PROVIDERS_PORT' },
    ...ports.oracles.map((port, index) => ({
      port,
      owner: `oracle ${index + 1}`,
      variable: 'SANDBOX_ORACLE_PORTS',
    })),
  ];
  return claims.map((claim) => ({ ...claim, host }));
}

/**
 * Finds a free port below those that systems assign to outgoing connections. Otherwise a client
 * that tries to reach a stopped process could get its port.
 */
async function findFreePort(host: string, taken: ReadonlySet<number>): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(15_000, 32_000);
    if (!taken.has(port) && (await isFree(port, host))) return port;
  }
  throw new PortTakenError('no free port found between 15000 and 32000');
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Other errors, such as an address of another machine, are reported by the process that
    // listens.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
