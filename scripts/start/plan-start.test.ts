import { expect, test } from 'vitest';
import { formatBanner } from './banner.ts';
import { planStart } from './plan-start.ts';

const url = 'http://127.0.0.1:1';
const upstreams = {
  DATA_NODE_URL: url,
  ORACLE_URLS: url,
  L3_RPC_URL: url,
  SETTLEMENT_RPC_URL: url,
  MARKET_DATA_URL: url,
};

test('default: with no upstream configured there is a sandbox', () => {
  expect(planStart({ DATA_NODE_URL: '', L3_RPC_URL: ' ', SANDBOX_SPEED: '10' })).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    sandbox: { speed: 10, wireFormat: 'spec' },
  });
});

test('default: with all upstreams configured the gateway runs alone', () => {
  expect(planStart({ ...upstreams, PORT: '0' })).toEqual({
    host: '127.0.0.1',
    port: 0,
    sandbox: null,
  });
});

test.each(Object.keys(upstreams))('error: every upstream but %s names that one', (missing) => {
  expect(() => planStart({ ...upstreams, [missing]: '' })).toThrow(`${missing}: is missing`);
});

test.each(Object.keys(upstreams))('error: %s alone names all the others', (given) => {
  const others = Object.keys(upstreams).filter((name) => name !== given);
  const message = messageOf(() => planStart({ [given]: url }));
  for (const name of others) expect(message).toContain(`${name}: is missing`);
  expect(message).not.toContain(`${given}: `);
});

test('error: a malformed variable of the gateway is found before a sandbox is started', () => {
  expect(() => planStart({ CACHE_MAX_MB: 'lots' })).toThrow('CACHE_MAX_MB: ');
});

test('error: what is wrong with the gateway and with the sandbox is said at once', () => {
  const env = {
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    SANDBOX_SPEED: 'x',
    SANDBOX_END_DATE: '2019-01-01',
  };
  const message = messageOf(() => planStart(env));
  for (const name of Object.keys(env)) expect(message).toContain(`${name}: `);
});

test('behavior: a gateway alone does not mind what a sandbox would', () => {
  expect(planStart({ ...upstreams, SANDBOX_SPEED: 'x' }).sandbox).toBeNull();
});

test('default: the banner says ready and the base URL in one line', () => {
  const text = formatBanner('http://127.0.0.1:4000', null);
  expect(text.split('\n')[0]).toMatch(/\bready\b.* http:\/\/127\.0\.0\.1:4000\/api$/);
  expect(text).not.toContain('oracles');
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return '';
}

test('args: --scenario=NAME chooses the event that the sandbox plays', () => {
  expect(planStart({}, ['--scenario=crash']).sandbox).toMatchObject({ scenario: 'crash' });
});

test('error: an unknown scenario is refused with the five known ones', () => {
  expect(() => planStart({}, ['--scenario=boom'])).toThrow(
    'SANDBOX_SCENARIO: must be one of crash, depeg, outage, liquidation, pause',
  );
});

test('error: unknown arguments, and a scenario without a sandbox', () => {
  expect(() => planStart({}, ['--speed=3'])).toThrow('--speed=3: unknown argument');
  expect(() => planStart(upstreams, ['--scenario=crash'])).toThrow('needs the sandbox');
});
