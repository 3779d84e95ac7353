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
export function sandboxUrls(ports: SandboxPorts): SandboxUrls {
  return {
    l3: localUrl(ports.l3),
    settlement: localUrl(ports.settlement),
    dataNode: localUrl(ports.dataNode),
    providers: localUrl(ports.providers),
    oracles: ports.oracles.map(localUrl),
  };
}

/** Returns `http://127.0.0.1:<port>`. */
export function localUrl(port: number): string {
  return `http://${sandboxHost}:${port}`;
}
