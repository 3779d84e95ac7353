import { type Abi, type ParseEventLogsReturnType, parseEventLogs, type RpcLog } from 'viem';

/** A log as the chain sends it, with the time of its block in Unix seconds. */
export type TimedLog = { readonly log: RpcLog; readonly at: number };

/**
 * Parses the logs of a contract into events with their times; logs of other contracts are left out.
 * One call parses all logs, because each call first hashes all event signatures.
 */
export function parseTimedLogs<const A extends Abi>(
  abi: A,
  logs: readonly TimedLog[],
): readonly (ParseEventLogsReturnType<A, undefined, true>[number] & { readonly at: number })[] {
  const timed = logs.map(({ log, at }) => ({ ...log, at }));
  // viem keeps additional properties of a log, so that `at` is in the result.
  return parseEventLogs({ abi, logs: timed as never[] }) as never;
}
