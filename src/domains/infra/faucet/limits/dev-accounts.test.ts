import { mnemonicToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { hasPublishedPrivateKey } from './dev-accounts.ts';

const mnemonic = 'test test test test test test test test test test test junk';

test('default: every account that anvil starts with is refused on a real chain', () => {
  for (let addressIndex = 0; addressIndex < 10; addressIndex += 1) {
    const { address } = mnemonicToAccount(mnemonic, { addressIndex });
    expect(hasPublishedPrivateKey(address, 1)).toBe(true);
    expect(hasPublishedPrivateKey(address, 8453)).toBe(true);
    expect(hasPublishedPrivateKey(address, 31_337)).toBe(false);
    expect(hasPublishedPrivateKey(address, 111_222_333)).toBe(false);
    expect(hasPublishedPrivateKey(address, 14_601)).toBe(false);
  }
});

test('behavior: another account may be used anywhere', () => {
  expect(hasPublishedPrivateKey('0x00000000000000000000000000000000000000A1', 1)).toBe(false);
});
