import { holdAbort, orAborted } from '../../core/abort.ts';
import { createPassingMap } from '../../core/collections/passing-map.ts';
import type { AnswerCache, Question } from './answer-cache.ts';
import type { MadeAnswer } from './answerer.ts';

/** An answer that is ready to be sent to anybody who asked for it. */
export type ReadyAnswer = Omit<MadeAnswer, 'requestId'>;

/**
 * Makes the answer to a question, or waits for whoever is making it and takes over what they keep.
 *
 * Values are fetched once however many ask, but each request would still put its answer together:
 * when an answer of 58 kB that 1,000 clients ask for is over, that is 1,000 executions at once. One
 * client that leaves takes nothing from the others, also when it was the first: what is made for it is
 * given up when all who wait have left. What is not kept in the end, each makes alone. Only spellings
 * that are known wait, since only of those it is known that their answers are kept.
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
type Making = { readonly done: Promise<unknown>; readonly signal: AbortSignal };

/** One for both doors. */
export function createMakeOnce(answers: AnswerCache): MakeOnce {
  const makings = createPassingMap<Making>();

  return <T>({ question, signal, make }: MakeCall<T>): T | Promise<T | ReadyAnswer> => {
    const { key } = question;
    if (!answers.isKnown(question)) return make();
    const takeOver = async (making: Making): Promise<T | ReadyAnswer> => {
      const release = holdAbort(making.signal);
      await orAborted(making.done, signal).finally(release);
      const kept = answers.get(question);
      return kept ? { ...kept, outcome: 'COALESCED' } : make();
    };
    const making = makings.get(key);
    if (making) return takeOver(making);
    const made = make();
    if (!(made instanceof Promise)) return made;
    const over = () => makings.delete(key);
    makings.set(key, { done: made.then(over, over), signal });
    return made;
  };
}
