import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import type { Clock } from '../../../../core/clock.ts';
import { RateLimitedError } from '../../../../core/errors.ts';
import type { Millis } from '../../../../core/units.ts';
import type { Limiter, LimitOptions } from '../../../../upstreams/redis/index.ts';
import type { Ledger, Payout } from '../ledger.ts';

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
  /**
   * Creates a payout in the ledger, which counts it.
   *
   * @throws {RateLimitedError} too many in this hour, of this gateway or of all replicas together.
   */
  readonly admitPayout: (recipient: Address, create: () => Payout) => Promise<Payout>;
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

/**
 * Creates the guard. Payouts are counted in the ledger, so a restart forgets none; replicas, each with
 * a ledger of its own, count together, too.
 */
export function createLimitGuard(options: {
  readonly limits: FaucetLimits;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Makes the limits that replicas share; undefined for a gateway alone. */
  readonly createLimiter?: ((options: LimitOptions) => Limiter) | undefined;
}): LimitGuard {
  const { limits, ledger, clock, createLimiter } = options;
  const perClient = { name: 'faucet client', points: limits.clientPerMinute, duration: 60 };
  const clients = createLimiter?.(perClient) ?? new RateLimiterMemory(perClient);
  const perAddress = { name: 'faucet address', points: limits.addressPerHour, duration: 3600 };
  const inAll = { name: 'faucet', points: limits.totalPerHour, duration: 3600 };
  const addresses = createLimiter?.(perAddress);
  const all = createLimiter?.(inAll);
  const require = (limit: number, recipient: Address | undefined, whose: string): void => {
    const { count: paid, oldest } = ledger.countPayouts(clock.now() - hour, recipient);
    if (paid < limit) return;
    throw tooMany(whose, limit, oldest + hour - clock.now());
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
    admitPayout: async (recipient, create) => {
      const counted: (() => Promise<unknown> | undefined)[] = [];
      try {
        await count(addresses, recipient, { limit: limits.addressPerHour, whose: 'an address' });
        counted.push(() => addresses?.reward(recipient));
        await count(all, 'all', { limit: limits.totalPerHour, whose: 'in all' });
        counted.push(() => all?.reward('all'));
        require(limits.addressPerHour, recipient, 'an address');
        require(limits.totalPerHour, undefined, 'in all');
      } catch (refusal) {
        // Who is refused uses up nothing.
        await Promise.all(counted.map((giveBack) => giveBack()));
        throw refusal;
      }
      return create();
    },
  };
}

/** Counts one payout among all replicas. */
async function count(
  limiter: Limiter | undefined,
  key: string,
  { limit, whose }: { readonly limit: number; readonly whose: string },
): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(whose, limit, refusal.msBeforeNext);
  }
}

function tooMany(whose: string, limit: number, wait: Millis): RateLimitedError {
  return new RateLimitedError(
    `the faucet pays ${whose} at most ${limit} times an hour`,
    wait / 1000,
  );
}
