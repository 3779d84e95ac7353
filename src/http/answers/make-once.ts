import { holdAbort, orAborted } from '../../core/abort.ts';
import type { Clock } from '../../core/clock.ts';
import { createPassingMap } from '../../core/collections/passing-map.ts';
import { policies } from '../../core/policies.ts';
import type { Millis } from '../../core/units.ts';
import type { AnswerCache, AnswerRows, Question } from './answer-cache.ts';
import type { MadeAnswer } from './answerer.ts';

/** An answer that is ready to be sent to anybody who asked for it, and what it is made of. */
export type ReadyAnswer = Omit<MadeAnswer, 'requestId'> & { readonly rows: AnswerRows };

/**
 * Makes the answer to a question, or waits for whoever is making it and takes over what they get.
 *
 * Values are fetched once however many ask, but each request would still put its answer together:
 * when an answer of 58 kB that 1,000 clients ask for is over, that is 1,000 executions at once. One
 * client that leaves takes nothing from the others, also when it was the first: what is made for it is
 * given up when all who wait have left. Only spellings that are known wait, since only of those it is
 * known that their answers may be shared.
 *
 * What is not kept, because it took longer than it may live, lacks a part, or failed, is theirs as
 * well, as a value that is waited for together is: to ask again would take as long again. But nobody
 * waits for what began too long ago to be shown, or takes what was too old when they asked.
 */
export type MakeOnce = <T>(call: MakeCall<T>) => T | Promise<T | ReadyAnswer>;

/** One client's wish for an answer. */
type MakeCall<T> = {
  readonly question: Question;
  /** An aborter's; fires when the client leaves, and ends what `make` does. */
  readonly signal: AbortSignal;
  readonly make: () => T | Promise<T>;
};

/** An answer that is being made, and for whom. */
type Making = {
  readonly begunAt: Millis;
  readonly done: Promise<unknown>;
  readonly signal: AbortSignal;
};

/** Whatever is read is younger than this, or may not be shown any more. */
const shortestLife = Math.min(...Object.values(policies).map(({ fresh, stale }) => fresh + stale));

/** One for both doors. */
export function createMakeOnce(answers: AnswerCache, clock: Clock): MakeOnce {
  const makings = createPassingMap<Making>();

  return <T>({ question, signal, make }: MakeCall<T>): T | Promise<T | ReadyAnswer> => {
    const { key } = question;
    if (!answers.isKnown(question)) return make();
    const askedAt = clock.now();
    const takeOver = async (making: Making): Promise<T | ReadyAnswer> => {
      const release = holdAbort(making.signal);
      let made: unknown;
      try {
        made = await orAborted(making.done, signal);
      } catch (error) {
        // What was given up on behalf of another is not ours.
        if (signal.aborted || !making.signal.aborted) throw error;
        return make();
      } finally {
        release();
      }
      const kept = answers.get(question);
      if (kept) return { ...kept, outcome: 'COALESCED' };
      if (!isReady(made) || !answers.isFor(made, askedAt)) return make();
      return { ...made, outcome: made.outcome === 'STALE' ? 'STALE' : 'COALESCED' };
    };
    const making = makings.get(key);
    if (making && askedAt - making.begunAt < shortestLife) return takeOver(making);
    const made = make();
    if (!(made instanceof Promise)) return made;
    const own: Making = { begunAt: askedAt, done: made, signal };
    const passing = makings.set(key, own);
    const over = () => makings.settle(passing, own);
    made.then(over, over);
    return made;
  };
}

const isReady = (made: unknown): made is ReadyAnswer =>
  typeof made === 'object' && made !== null && 'rows' in made;
