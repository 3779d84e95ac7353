import { type Abi, type ParseEventLogsReturnType, parseEventLogs, type RpcLog } from 'viem';

/** A log as the node sends it, with the time of its block, Unix seconds. */
export type TimedLog = { readonly log: RpcLog; readonly at: number };

/**
 * The events of a contract in its logs, each with its time; logs of anything else are left out. All
 * in one call, since each call begins with the hashes of all signatures: log by log, the thousand of
 * a start took 0.4 s longer.
 */
export function parseTimedLogs<const A extends Abi>(
  abi: A,
  logs: readonly TimedLog[],
): readonly (ParseEventLogsReturnType<A, undefined, true>[number] & { readonly at: number })[] {
  const timed = logs.map(({ log, at }) => ({ ...log, at }));
  // What it does not know of a log it leaves there.
  return parseEventLogs({ abi, logs: timed as never[] }) as never;
}
