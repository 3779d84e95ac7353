// Plays one tick of the batch with the shortest ticks: funds, joins, submits, waits, claims.
import { createClient, formatWei, parseWei } from '@dtf-graph/client';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const {
  ORIGIN: origin = 'http://127.0.0.1:4000',
  CHAIN_RPC: chain = 'http://127.0.0.1:8545',
  PRIVATE_KEY: key = generatePrivateKey(),
} = process.env;
const account = privateKeyToAccount(key);
const wallet = createWalletClient({ account, transport: http(chain) });
const client = createClient({ origin, wallet });

await client.network.requestFaucet({ input: { address: account.address, amount: '100' } });

const { edges } = await client.vision.list({ first: 100 });
const [batch] = edges
  .map(({ node }) => node)
  .filter(({ paused, marketCount }) => !paused && marketCount > 0)
  .sort((one, other) => one.tickDuration - other.tickDuration);

const joined = await client.vision.joinAndSubmit({
  batchId: batch.batchId,
  predictions: Array.from({ length: batch.marketCount }, () => 'UP'),
  deposit: parseWei('50'),
  stakePerTick: parseWei('1'),
});
console.log(`batch ${batch.batchId}: accepted by ${joined.acceptedCount} oracles`);

const claim = await client.vision.claim({ batchId: batch.batchId });
console.log(`claimed up to tick ${claim.toTick}, balance ${formatWei(claim.balance)} USDC`);
