import type { ListenerRequest } from '../load/event-stream-load.ts';
import type { LoadCommand, LoadReply } from '../load/event-stream-load-main.ts';
import { startNode } from '../machine/processes.ts';

/** The process that subscribes to event streams, on the core of the load generator. */
export type ListenerProcess = {
  /** Opens `count` streams. Resolves when all of them have received their `200`. */
  readonly join: (question: ListenerRequest, count: number) => Promise<void>;
  /**
   * Resolves with the number of received events when no event has arrived for `ms` milliseconds
   * after at least one.
   */
  readonly silence: (ms: number) => Promise<Pick<LoadReply, 'heard'>>;
  /**
   * Resolves when all streams have ended, with the number of received events and the first stream's
   * text.
   */
  readonly wait: () => Promise<LoadReply>;
  readonly stop: () => Promise<void>;
};

/** Starts the process, pinned to a core unless `core` is null. */
export async function startListenerProcess(core: number | null): Promise<ListenerProcess> {
  const child = await startNode({
    script: ['bench/load/event-stream-load-main.ts'],
    flags: [],
    core,
    env: {},
  });
  const tell = async (told: LoadCommand): Promise<LoadReply> => {
    const answered = await child.tell<LoadReply>(told);
    if (answered.failure !== undefined) throw new Error(answered.failure);
    return answered;
  };
  return {
    join: async (question, count) => void (await tell({ do: 'join', question, count })),
    silence: (ms) => tell({ do: 'wait for silence', ms }),
    wait: () => tell({ do: 'wait' }),
    stop: child.stop,
  };
}
