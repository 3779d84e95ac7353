import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount } from 'viem/accounts';
import { BOT_COUNT } from './bot-bitmaps.ts';

/** Anvil's published test mnemonic. Its accounts have no value outside development chains. */
const MNEMONIC = 'test test test test test test test test test test test junk';

/** Position of the first bot's account in the mnemonic. The accounts before it have other roles. */
const FIRST_BOT = 10;

/** Returns the bots' addresses in lower case, by bot number. */
export function deriveBotAddresses(): readonly string[] {
  // Derives the BIP-39 seed once for all bots, because the derivation in JavaScript takes 50 ms.
  const key = HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512'));
  return Array.from({ length: BOT_COUNT }, (_, bot) =>
    hdKeyToAccount(key, { addressIndex: FIRST_BOT + bot }).address.toLowerCase(),
  );
}
