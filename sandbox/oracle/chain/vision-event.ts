import { type Address, type Hex, type Log, parseEventLogs } from 'viem';
import { oracleRegistryAbi } from '../../../generated/abi/oracle-registry.ts';
import { visionAbi } from '../../../generated/abi/vision.ts';

/** One event of the prediction market on the chain; `at` is the block's time in Unix seconds. */
export type VisionEvent = { readonly at: number } & (
  | {
      readonly kind: 'created';
      readonly batchId: number;
      readonly creator: Address;
      readonly sourceId: Hex;
      readonly configHash: Hex;
      readonly tickDuration: number;
      readonly lockOffset: number;
      readonly createdAtTick: number;
    }
  | {
      readonly kind: 'config';
      readonly batchId: number;
      readonly configHash: Hex;
      readonly lockOffset: number;
      readonly fromTick: number;
    }
  | { readonly kind: 'paused'; readonly batchId: number; readonly paused: boolean }
  | {
      readonly kind: 'joined';
      readonly batchId: number;
      readonly player: string;
      readonly stakePerTick: bigint;
      readonly bitmapHash: Hex;
    }
  | {
      readonly kind: 'committed';
      readonly batchId: number;
      readonly player: string;
      readonly bitmapHash: Hex;
      readonly configHash: Hex;
    }
  | {
      readonly kind: 'deposited';
      readonly batchId: number;
      readonly player: string;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'exiting';
      readonly batchId: number;
      readonly player: string;
      readonly exitTick: number;
    }
  | {
      readonly kind: 'claimed';
      readonly batchId: number;
      readonly player: string;
      readonly toTick: number;
      /** Amount that was paid out or taken as fee, wei; 0 if the claim only settled a loss. */
      readonly winnings: bigint;
    }
  | { readonly kind: 'withdrawn'; readonly batchId: number; readonly player: string }
  | { readonly kind: 'keys'; readonly nonce: number; readonly keys: readonly Hex[] }
);

const abi = [...visionAbi, ...oracleRegistryAbi] as const;

/** Converts logs to events, in the order of the logs; other logs are left out. */
export function parseVisionEvents(
  logs: readonly (Log & { readonly at: number })[],
): readonly VisionEvent[] {
  return parseEventLogs({ abi, logs: [...logs] }).flatMap((log): readonly VisionEvent[] => {
    const at = (log as unknown as { at: number }).at;
    switch (log.eventName) {
      case 'BatchCreated': {
        const { args } = log;
        const { creator, sourceId, configHash } = args;
        const batchId = Number(args.batchId);
        const tickDuration = Number(args.tickDuration);
        const lockOffset = Number(args.lockOffset);
        const createdAtTick = Number(args.createdAtTick);
        const terms = { sourceId, configHash, tickDuration, lockOffset, createdAtTick };
        return [{ kind: 'created', at, batchId, creator, ...terms }];
      }
      case 'BatchConfigUpdated': {
        const { configHash } = log.args;
        const lockOffset = Number(log.args.lockOffset);
        const fromTick = Number(log.args.fromTick);
        const batchId = Number(log.args.batchId);
        return [{ kind: 'config', at, batchId, configHash, lockOffset, fromTick }];
      }
      case 'BatchPauseChanged':
        return [{ kind: 'paused', at, batchId: Number(log.args.batchId), paused: log.args.paused }];
      case 'PlayerJoined': {
        const { stakePerTick, bitmapHash } = log.args;
        return [{ kind: 'joined', at, ...parsePlayer(log.args), stakePerTick, bitmapHash }];
      }
      case 'BitmapUpdated': {
        const { bitmapHash, configHash } = log.args;
        return [{ kind: 'committed', at, ...parsePlayer(log.args), bitmapHash, configHash }];
      }
      case 'Deposited':
        return [{ kind: 'deposited', at, ...parsePlayer(log.args), amount: log.args.amount }];
      case 'ExitRequested':
        return [
          { kind: 'exiting', at, ...parsePlayer(log.args), exitTick: Number(log.args.exitTick) },
        ];
      case 'RewardsClaimed': {
        const { winnings } = log.args;
        return [
          {
            kind: 'claimed',
            at,
            ...parsePlayer(log.args),
            toTick: Number(log.args.toTick),
            winnings,
          },
        ];
      }
      case 'Withdrawn':
        return [{ kind: 'withdrawn', at, ...parsePlayer(log.args) }];
      case 'OracleSetChanged':
        return [{ kind: 'keys', at, nonce: Number(log.args.nonce), keys: log.args.keys }];
      default:
        return [];
    }
  });
}

function parsePlayer(args: { readonly batchId: bigint; readonly player: Address }): {
  readonly batchId: number;
  readonly player: string;
} {
  return { batchId: Number(args.batchId), player: args.player.toLowerCase() };
}
