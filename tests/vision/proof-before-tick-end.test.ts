import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const batch = {
  id: 7,
  creator: address,
  market_ids: ['bitcoin'],
  market_count: 1,
  tick_duration: 600,
  player_count: 1,
  tvl: '5',
  paused: false,
};
const player = { address, stake_per_tick: '1', balance: '5', start_tick: 1, has_bitmap: true };
const balance = { batch_id: 7, player: address, balance: '5', stake_per_tick: '1' };

/** Oracles that have just started, or whose tick is not resolved yet. */
test.each(['', '0x', null, undefined])(
  'behavior: a position whose signature is %j has no proof, through both doors',
  async (bls_sig) => {
    await using oracle = await startUpstream(
      respondByPath({
        '/vision/batches': { batches: [batch] },
        '/vision/batch/7/state': {
          ...{ ...batch, created_at_tick: 1, next_tick: 1_767_226_200 },
          players: [player],
        },
        [`/vision/balance/7/${address}`]: { ...balance, bls_sig, signer_bitmap: '0' },
      }),
    );
    await using gateway = await startGateway({ ORACLE_URLS: oracle.url });
    const response = await gateway.rest(`/vision/balance/7/${address}`);
    expect(await response.json()).toEqual({ ...balance, signer_bitmap: '0' });
    const { data } = await gateway.query(`{ batch(id: "7") {
      player(address: "${address}") { position { balance proof { signature } } }
    } }`);
    expect(data).toEqual({ batch: { player: { position: { balance: '5', proof: null } } } });
  },
);
