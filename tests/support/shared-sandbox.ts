import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

/** What a test file knows of a sandbox that others use too. */
export type SharedSandbox = Pick<TestSandbox, 'urls' | 'gatewayEnv'>;

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to.
  interface ProvidedContext {
    /** Where `joinSharedSandbox` asks; the first question starts the sandbox. */
    readonly sharedSandboxUrl: string;
  }
}

/**
 * The global setup of vitest: one sandbox for all files that only read it, started when the first
 * asks for it and stopped at the end of the run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let sandbox: Promise<TestSandbox> | undefined;
  const server = createServer(async (_request, response) => {
    sandbox ??= startTestSandbox();
    try {
      const { urls, gatewayEnv } = await sandbox;
      response.end(JSON.stringify({ urls, gatewayEnv } satisfies SharedSandbox));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  project.provide('sharedSandboxUrl', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    await (await sandbox?.catch(() => undefined))?.stop();
  };
}
