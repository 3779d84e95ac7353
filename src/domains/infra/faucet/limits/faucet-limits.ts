import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import type { RateLimiter, RateLimitOptions } from '../../../../cluster/index.ts';
import { clientNetworkPrefix } from '../../../../lib/client-network.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { RateLimitedError } from '../../../../lib/errors.ts';
import { throwWhenLimited } from '../../../../lib/limits/throw-when-limited.ts';
import type { Millis } from '../../../../lib/units.ts';
import type { FaucetPayout, PayoutLedger } from '../payout-ledger.ts';

/** Maximum number of requests per client and of payouts per address and in total. */
export type FaucetLimits = {
  readonly clientPerMinute: number;
  readonly addressPerHour: number;
  readonly totalPerHour: number;
};

/** Enforces the faucet's rate limits, so that the wallet cannot be drained. */
export type FaucetLimiter = {
  /** Counts a request of a client. @throws {RateLimitedError} too many in the last minute. */
  readonly admitClient: (client: string) => Promise<void>;
  /**
   * Checks the hourly limits, then calls `create` to add the payout to the ledger.
   *
   * @throws {RateLimitedError} too many payouts in an hour, of this gateway or of all replicas.
   */
  readonly admitPayout: (recipient: Address, create: () => FaucetPayout) => Promise<FaucetPayout>;
};

const hour: Millis = 3_600_000;

/** Creates the limiter. The ledger counts this gateway's payouts, shared limiters all replicas'. */
export function createFaucetLimiter(options: {
  readonly limits: FaucetLimits;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly createLimiter?: ((options: RateLimitOptions) => RateLimiter) | undefined;
}): FaucetLimiter {
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
      const most = limits.clientPerMinute;
      await throwWhenLimited(
        clients.consume(clientNetworkPrefix(client)),
        (wait) =>
          new RateLimitedError(
            `the faucet takes at most ${most} requests a minute from a client`,
            wait / 1000,
          ),
      );
    },
    admitPayout: async (recipient, create) => {
      const counted: (() => Promise<unknown> | undefined)[] = [];
      try {
        await count(addresses, recipient, { limit: limits.addressPerHour, whose: 'an address' });
        counted.push(() => addresses?.refund(recipient));
        await count(all, 'all', { limit: limits.totalPerHour, whose: 'in all' });
        counted.push(() => all?.refund('all'));
        require(limits.addressPerHour, recipient, 'an address');
        require(limits.totalPerHour, undefined, 'in all');
      } catch (upstreamError) {
        // A rejected request must not count against the shared limits.
        await Promise.all(counted.map((giveBack) => giveBack()));
        throw upstreamError;
      }
      return create();
    },
  };
}

/** Counts one payout in a shared limiter. @throws {RateLimitedError} the limit is reached. */
async function count(
  limiter: RateLimiter | undefined,
  key: string,
  { limit, whose }: { readonly limit: number; readonly whose: string },
): Promise<void> {
  if (limiter === undefined) return;
  await throwWhenLimited(limiter.consume(key), (wait) => tooMany(whose, limit, wait));
}

function tooMany(whose: string, limit: number, wait: Millis): RateLimitedError {
  return new RateLimitedError(
    `the faucet pays ${whose} at most ${limit} times an hour`,
    wait / 1000,
  );
}
