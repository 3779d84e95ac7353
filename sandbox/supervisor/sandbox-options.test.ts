import { expect, test } from 'vitest';
import { formatYesterday } from '../lib/settings.ts';
import { parseSandboxSettings } from './sandbox-options.ts';

test('default: the documented ports, and history up to yesterday', () => {
  expect(parseSandboxSettings({})).toEqual({
    ports: {
      l3: 8545,
      settlement: 8546,
      dataNode: 8200,
      providers: 8300,
      oracles: [10001, 10002, 10003],
    },
    speed: 1,
    seed: 20_200_101,
    stateDir: '.sandbox',
    deploymentsDir: 'deployments',
    endDate: formatYesterday(),
    dataDir: undefined,
    wireFormat: 'spec',
    explorerToken: 'sandbox-explorer-token',
    partSettings: {},
  });
});

test('args: an empty variable counts as unset', () => {
  expect(parseSandboxSettings({ SANDBOX_SPEED: '', DATA_DIR: '' }).speed).toBe(1);
});

test('args: variables replace the defaults', () => {
  const settings = parseSandboxSettings({
    SANDBOX_SPEED: '60',
    SANDBOX_ORACLE_PORTS: '0,0,0',
    SANDBOX_END_DATE: '2025-12-31',
    SANDBOX_DIALECT: 'wild',
  });
  expect(settings).toMatchObject({
    speed: 60,
    endDate: '2025-12-31',
    wireFormat: 'wild',
    ports: { oracles: [0, 0, 0] },
  });
});

test('error: every malformed variable is named at once', () => {
  const env = {
    SANDBOX_SPEED: '-1',
    SANDBOX_L3_PORT: '70000',
    SANDBOX_END_DATE: '2025-13-01',
    SANDBOX_ORACLE_PORTS: '1,2',
    REVEAL_WINDOW_SECS: 'soon',
    CHAIN_POLL_MS: '1',
  };
  let message = '';
  try {
    parseSandboxSettings(env);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(env)) expect(message).toContain(`${name}: `);
});

test.each(['2020-01-01', '2019-01-01', '2040-01-01'])('error: no history can end on %s', (day) => {
  const read = () => parseSandboxSettings({ SANDBOX_END_DATE: day });
  expect(read).toThrow('SANDBOX_END_DATE: must be from 2020-01-02 to 2039-12-31');
});

test('args: times of the oracles are passed on as they are', () => {
  const times = { REVEAL_WINDOW_SECS: '6', CHAIN_POLL_MS: '700' };
  expect(parseSandboxSettings(times).partSettings).toEqual(times);
});
