import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount } from 'viem/accounts';
import { BOT_COUNT } from './bot-bitmaps.ts';

/** anvil's published test mnemonic: worthless accounts that every development chain funds. */
const MNEMONIC = 'test test test test test test test test test test test junk';

/** Position in the mnemonic of the first bot; the ones before have roles on the chain. */
const FIRST_BOT = 10;

/** Returns the bots' addresses in lower case, by bot number. */
export function deriveBotAddresses(): readonly string[] {
  // The seed by BIP-39, once for all: in JavaScript it takes 50 ms for each.
  const key = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));
  return Array.from({ length: BOT_COUNT }, (_, bot) =>
    hdKeyToAccount(key, { addressIndex: FIRST_BOT + bot }).address.toLowerCase(),
  );
}
