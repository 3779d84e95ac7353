import type { Question } from '../load/crowd.ts';
import type { Answered, Told } from '../load/crowd-main.ts';
import { startNode } from '../machine/processes.ts';

/** The process that listens, on the load's core. */
export type Ear = {
  /** Resolves when so many listeners have their `200`. */
  readonly join: (question: Question, count: number) => Promise<void>;
  /** Resolves when nothing has been heard for so many milliseconds, and something before: events heard in all. */
  readonly silence: (ms: number) => Promise<Pick<Answered, 'heard'>>;
  /** Resolves when all streams have ended: events heard in all, and what the first listener read. */
  readonly wait: () => Promise<Answered>;
  readonly stop: () => Promise<void>;
};

/** Starts it, pinned to a core if one is named. */
export async function openEar(core: number | null): Promise<Ear> {
  const child = await startNode({
    script: ['bench/load/crowd-main.ts'],
    flags: [],
    core,
    env: {},
  });
  const tell = async (told: Told): Promise<Answered> => {
    const answered = await child.tell<Answered>(told);
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
