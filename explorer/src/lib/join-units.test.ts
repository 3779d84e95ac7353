import { expect, test } from 'vitest';
import { joinUnits } from './join-units.ts';

test('default: only the space between a number and its unit is kept from breaking', () => {
  expect(joinUnits('Top 10 DeFi, every 30 d, fee 0.5 %')).toBe(
    'Top 10 DeFi, every 30\u00a0d, fee 0.5\u00a0%',
  );
  expect(joinUnits('40.00 USDC at most, 10 days')).toBe('40.00\u00a0USDC at most, 10 days');
});
