import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Address } from 'viem';
import type { RateLimiter, RateLimitOptions } from '../../../../cluster/index.ts';
import { clientNetworkPrefix } from '../../../../lib/client-network.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { RateLimitedError } from '../../../../lib/errors.ts';
import { throwWhenLimited } from '../../../../lib/limits/throw-when-limited.ts';
import type { Millis } from '../../../../lib/units.ts';
import type { AdmittedPayout, PayoutLedger } from '../payout-ledger.ts';

/** Maximum number of requests per client and of payouts per address and in total. */
export type FaucetLimits = {
  readonly clientPerMinute: number;
  readonly addressPerHour: number;
  readonly totalPerHour: number;
};

const hour: Millis = 3_600_000;

/**
 * Creates the faucet's rate limits, so that the wallet cannot be drained. The ledger counts this
 * gateway's payouts, shared limiters all replicas'.
 */
export function createFaucetLimiter(options: {
  readonly limits: FaucetLimits;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly createLimiter?: ((options: RateLimitOptions) => RateLimiter) | undefined;
}) {
  const { limits, ledger, clock, createLimiter } = options;
  const perClient = { name: 'faucet client', points: limits.clientPerMinute, duration: 60 };
  const clients = createLimiter?.(perClient) ?? new RateLimiterMemory(perClient);
  const addresses = createLimiter?.({
    name: 'faucet address',
    points: limits.addressPerHour,
    duration: 3600,
  });
  const all = createLimiter?.({ name: 'faucet', points: limits.totalPerHour, duration: 3600 });
  return {
    /** Counts a request of a client. @throws {RateLimitedError} too many in the last minute. */
    admitClient: async (client: string) => {
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
    /**
     * Checks the hourly limits, then calls `create` to add the payout to the ledger.
     *
     * @throws {RateLimitedError} too many payouts in an hour, of this gateway or of all replicas.
     */
    admitPayout: async (recipient: Address, create: () => AdmittedPayout) => {
      const hourly = [
        { whose: 'an address', limit: limits.addressPerHour, shared: addresses, recipient },
        { whose: 'in all', limit: limits.totalPerHour, shared: all, recipient: undefined },
      ];
      const counted: typeof hourly = [];
      try {
        for (const limiter of hourly) {
          const { whose, limit, shared, recipient = 'all' } = limiter;
          if (!shared) continue;
          await throwWhenLimited(shared.consume(recipient), (wait) => tooMany(whose, limit, wait));
          counted.push(limiter);
        }
        for (const { whose, limit, recipient } of hourly) {
          const { count, oldest } = ledger.countPayouts(clock.now() - hour, recipient);
          if (count >= limit) throw tooMany(whose, limit, oldest + hour - clock.now());
        }
      } catch (error) {
        // A rejected request must not count against the shared limits.
        await Promise.all(
          counted.map(({ shared, recipient = 'all' }) => shared?.refund(recipient)),
        );
        throw error;
      }
      return create();
    },
  };
}

function tooMany(whose: string, limit: number, wait: Millis): RateLimitedError {
  return new RateLimitedError(
    `the faucet pays ${whose} at most ${limit} times an hour`,
    wait / 1000,
  );
}
