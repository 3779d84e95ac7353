import type { SandboxPorts } from './sandbox-ports.ts';

/** The loopback address, so that the sandbox is not reachable from other machines. */
export const sandboxHost = '127.0.0.1';

/** URLs of the services of a running sandbox. */
export type SandboxUrls = {
  readonly l3: string;
  readonly settlement: string;
  readonly dataNode: string;
  readonly providers: string;
  readonly oracles: readonly string[];
};

/** Returns the URLs of the services on these ports. */
export function createSandboxUrls(ports: SandboxPorts): SandboxUrls {
  return {
    l3: formatLocalUrl(ports.l3),
    settlement: formatLocalUrl(ports.settlement),
    dataNode: formatLocalUrl(ports.dataNode),
    providers: formatLocalUrl(ports.providers),
    oracles: ports.oracles.map(formatLocalUrl),
  };
}

/** Returns `http://127.0.0.1:<port>`. */
export function formatLocalUrl(port: number): string {
  return `http://${sandboxHost}:${port}`;
}
