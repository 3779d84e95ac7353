import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  type ContractFunctionArgs,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import { visionAbi } from '../../../generated/abi/vision.ts';
import {
  startTestOracleNetwork,
  type TestBitmap,
  type TestOracleNetwork,
} from '../../../sandbox/oracle/testing/test-oracle-network.ts';
import { startGateway, type TestGateway, unreachableUrl } from '../../support/gateway.ts';

/** Anvil's first published development account, which may mint here. */
const faucetKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** A market of real oracles on a real chain, and a gateway before it. */
export type LiveMarket = AsyncDisposable & {
  readonly market: TestOracleNetwork;
  readonly gateway: TestGateway;
  /** What a gateway on this chain needs. */
  readonly env: Readonly<Record<string, string>>;
  /** GETs, or POSTs a body, below `/api`. */
  readonly call: (path: string, body?: unknown) => Promise<OracleResponse>;
  readonly submit: (player: Address, bitmap: TestBitmap) => Promise<OracleResponse>;
};

// biome-ignore lint/suspicious/noExplicitAny: journeys look into bodies of every shape
export type OracleResponse = { readonly status: number; readonly body: any };

/** Starts them on free ports; one batch of three markets with ticks of four seconds. */
export async function startLiveMarket(): Promise<LiveMarket> {
  await using opened = new AsyncDisposableStack();
  const market = opened.use(await startTestOracleNetwork());
  const dir = await mkdtemp(join(tmpdir(), 'live-market-'));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const { usdc, vision, domain } = market.fixture;
  const contracts = { Vision: vision.address, L3_WUSDC: usdc.address, L3_WUSDC_DECIMALS: '18' };
  const { chainId } = domain;
  const deployment = { chainId, settlementChainId: chainId, contracts };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  const env = {
    L3_RPC_URL: market.testChain.chain.url,
    SETTLEMENT_RPC_URL: market.testChain.chain.url,
    DATA_NODE_URL: unreachableUrl,
    DEPLOYMENTS_DIR: dir,
    FAUCET_PRIVATE_KEY: faucetKey,
    ORACLE_URLS: market.oracles.map(({ url }) => url).join(','),
  };
  const gateway = opened.use(await startGateway(env));
  const call = async (path: string, body?: unknown): Promise<OracleResponse> => {
    const response = await (body === undefined ? gateway.rest(path) : gateway.post(path, body));
    return { status: response.status, body: await response.json() };
  };
  const disposing = opened.move();
  return {
    market,
    gateway,
    env,
    call,
    submit: (player, bitmap) =>
      call('/vision/bitmap', {
        player,
        batch_id: 1,
        bitmap_hex: bitmap.hex,
        expected_hash: bitmap.hash,
      }),
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

type VisionWrite = 'joinBatch' | 'claimRewards' | 'updateBitmap';

/** A bot's own wallet, which knows the chain's RPC and the contracts' addresses, and nothing else. */
export async function createBot({ testChain, fixture }: TestOracleNetwork) {
  const account = privateKeyToAccount(generatePrivateKey());
  const { chain } = testChain.client;
  const transport = http(testChain.chain.url);
  const wallet = createWalletClient({ account, chain, transport });
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const usdc = { address: fixture.usdc.address, abi: usdc18Abi } as const;
  const mined = async (hash: Promise<Hex>) => {
    const receipt = await reader.waitForTransactionReceipt({ hash: await hash });
    if (receipt.status !== 'success') throw new Error('the transaction reverted');
  };
  // Gas of the chain itself, ten units.
  await testChain.chain.rpc.call('anvil_setBalance', [account.address, '0x8ac7230489e80000']);
  return {
    address: account.address,
    usdc: () =>
      reader.readContract({ ...usdc, functionName: 'balanceOf', args: [account.address] }),
    approve: (amount: bigint) =>
      mined(
        wallet.writeContract({
          ...usdc,
          functionName: 'approve',
          args: [fixture.vision.address, amount],
        }),
      ),
    /** Sends it when the contract would take it; the refusal in words otherwise, e.g. of a locked tick. */
    tryVision: async <F extends VisionWrite>(
      functionName: F,
      args: ContractFunctionArgs<typeof visionAbi, 'nonpayable', F>,
    ): Promise<string | null> => {
      const call = { address: fixture.vision.address, abi: visionAbi, functionName, args };
      const refused = await reader
        .simulateContract({ ...call, account } as never)
        .then(() => null, String);
      if (refused === null)
        await mined(wallet.writeContract({ ...call, gas: 2_000_000n } as never));
      return refused;
    },
  };
}
