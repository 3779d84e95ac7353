import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import type { Clock } from '../../../core/clock.ts';
import { RateLimitedError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/units.ts';
import type { Ledger } from './ledger.ts';

/** How often the faucet may be asked. */
export type FaucetLimits = {
  readonly clientPerMinute: number;
  readonly addressPerHour: number;
  readonly totalPerHour: number;
};

/** Guards the wallet from being drained (threats 4). */
export type LimitGuard = {
  /** Counts a request of this client. @throws {RateLimitedError} too many in this minute. */
  readonly admitClient: (client: string) => Promise<void>;
  /** Counts nothing; the ledger has every payout. @throws {RateLimitedError} too many in this hour. */
  readonly admitPayout: (recipient: Address) => void;
};

const hour: Millis = 3_600_000;

/** The part of an address that belongs to one client: an IPv6 customer has a /64. */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...missing, ...right].slice(0, 4).map(shortest).join(':')}::/64`;
}

const shortest = (group: string) => group.replace(/^0+(?=.)/, '');

/** Creates the guard. Payouts are counted in the ledger, so a restart forgets none. */
export function createLimitGuard(options: {
  readonly limits: FaucetLimits;
  readonly ledger: Ledger;
  readonly clock: Clock;
}): LimitGuard {
  const { limits, ledger, clock } = options;
  const clients = new RateLimiterMemory({ points: limits.clientPerMinute, duration: 60 });
  const require = (limit: number, recipient: Address | undefined, whose: string): void => {
    const { count, oldest } = ledger.countPayouts(clock.now() - hour, recipient);
    if (count < limit) return;
    const retryAfter = (oldest + hour - clock.now()) / 1000;
    throw new RateLimitedError(
      `the faucet pays ${whose} at most ${limit} times an hour`,
      retryAfter,
    );
  };
  return {
    admitClient: async (client) => {
      try {
        await clients.consume(clientNetwork(client));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const most = limits.clientPerMinute;
        throw new RateLimitedError(
          `the faucet takes at most ${most} requests a minute from a client`,
          refusal.msBeforeNext / 1000,
        );
      }
    },
    admitPayout: (recipient) => {
      require(limits.addressPerHour, recipient, 'an address');
      require(limits.totalPerHour, undefined, 'in all');
    },
  };
}
