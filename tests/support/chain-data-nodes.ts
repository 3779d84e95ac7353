import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createPublicClient, http, type PublicClient } from 'viem';
import {
  type SandboxProcess,
  sandboxProcesses,
} from '../../sandbox/supervisor/sandbox-processes.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

/** A living chain, a data node of each dialect that follows it, and a gateway on each whose clock stands still. */
export type ChainDataNodes = AsyncDisposable & {
  readonly sandbox: TestSandbox;
  readonly spec: TestGateway;
  readonly wild: TestGateway;
  readonly chain: PublicClient;
  readonly contracts: Readonly<Record<'Index' | 'LENDING' | 'L3_WUSDC', Address>>;
};

/** The chain, the data node, and in the providers' place another data node that speaks `wild`. */
function twoDataNodes(stateDir: string): readonly SandboxProcess[] {
  const kept = sandboxProcesses.filter(({ name }) => name === 'chain' || name === 'data-node');
  const dataNode = kept.find(({ name }) => name === 'data-node');
  if (!dataNode) throw new Error('the sandbox has no data node');
  const wild: SandboxProcess = {
    ...dataNode,
    name: 'providers',
    env: (ports) => ({
      PORT: `${ports.providers}`,
      SANDBOX_DIALECT: 'wild',
      SANDBOX_STATE_DIR: stateDir,
    }),
  };
  return [...kept, wild];
}

/** Starts all of them. */
export async function startChainDataNodes(): Promise<ChainDataNodes> {
  const stack = new AsyncDisposableStack();
  try {
    const stateDir = await mkdtemp(join(tmpdir(), 'wild-'));
    stack.defer(() => rm(stateDir, { recursive: true, force: true, maxRetries: 3 }));
    const sandbox = stack.use(await startTestSandbox({ parts: twoDataNodes(stateDir) }));
    const { deploymentsDir } = sandbox.options;
    // What was read once stays fresh, so that two answers can be compared while prices move.
    const now = Date.now();
    const on = async (url: string) =>
      stack.use(
        await startGateway(
          { DATA_NODE_URL: url, DEPLOYMENTS_DIR: deploymentsDir },
          { clock: { now: () => now } },
        ),
      );
    const file = join(deploymentsDir, 'active-deployment.json');
    return {
      sandbox,
      spec: await on(sandbox.urls.dataNode),
      wild: await on(sandbox.urls.providers),
      chain: createPublicClient({ transport: http(sandbox.urls.l3) }),
      contracts: JSON.parse(await readFile(file, 'utf8')).contracts,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
