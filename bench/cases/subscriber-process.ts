import type { StreamRequest } from '../load/subscriber-pool.ts';
import type { LoadCommand, LoadReply } from '../load/subscriber-pool-main.ts';
import { startNode } from '../machine/child-processes.ts';

/** The process that subscribes to event streams, on the core of the load generator. */
export type SubscriberProcess = {
  /** Opens `count` streams. Resolves when all of them have received their `200`. */
  readonly join: (request: StreamRequest, count: number) => Promise<void>;
  /**
   * Resolves with the number of received events when no event has arrived for `ms` milliseconds
   * after at least one.
   */
  readonly waitUntilIdle: (ms: number) => Promise<Pick<LoadReply, 'receivedEvents'>>;
  /**
   * Resolves when all streams have ended, with the number of received events and the first stream's
   * text.
   */
  readonly waitUntilEnded: () => Promise<LoadReply>;
  readonly stop: () => Promise<void>;
};

/** Starts the process, pinned to a core unless `core` is null. */
export async function startSubscriberProcess(core: number | null): Promise<SubscriberProcess> {
  const child = await startNode({
    script: ['bench/load/subscriber-pool-main.ts'],
    flags: [],
    core,
    env: {},
  });
  const runCommand = async (command: LoadCommand): Promise<LoadReply> => {
    const reply = await child.sendMessage<LoadReply>(command);
    if (reply.failure !== undefined) throw new Error(reply.failure);
    return reply;
  };
  return {
    join: async (request, count) => void (await runCommand({ do: 'join', request, count })),
    waitUntilIdle: (ms) => runCommand({ do: 'wait until idle', ms }),
    waitUntilEnded: () => runCommand({ do: 'wait' }),
    stop: child.stop,
  };
}
