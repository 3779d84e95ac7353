import type { ListenerRequest } from '../load/event-stream-load.ts';
import type { LoadCommand, LoadReply } from '../load/event-stream-load-main.ts';
import { startNode } from '../machine/processes.ts';

/** The process that listens, on the load's core. */
export type ListenerProcess = {
  /** Resolves when so many listeners have their `200`. */
  readonly join: (question: ListenerRequest, count: number) => Promise<void>;
  /** Resolves when nothing has been heard for so many milliseconds, and something before: events heard in all. */
  readonly silence: (ms: number) => Promise<Pick<LoadReply, 'heard'>>;
  /** Resolves when all streams have ended: events heard in all, and what the first listener read. */
  readonly wait: () => Promise<LoadReply>;
  readonly stop: () => Promise<void>;
};

/** Starts it, pinned to a core if one is named. */
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
