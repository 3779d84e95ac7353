import { expect, test } from 'vitest';
import { formatContractName } from './contract-name.ts';

test('default: names of deployment files become words', () => {
  expect(
    ['ITP_NAV_ORACLE', 'OracleRegistry', 'MULTICALL3', 'SETTLEMENT_USDC', 'L3_WUSDC', 'Vision'].map(
      formatContractName,
    ),
  ).toEqual([
    'ITP NAV oracle',
    'Oracle registry',
    'Multicall3',
    'Settlement USDC',
    'L3 WUSDC',
    'Vision',
  ]);
});
