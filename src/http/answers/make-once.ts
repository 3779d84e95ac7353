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
 * client that leaves takes nothing from the others: what is not kept in the end, each makes alone.
 * Only spellings that are known wait, since only of those it is known that their answers are kept.
 */
export type MakeOnce = <T>(
  question: Question,
  make: () => T | Promise<T>,
) => T | Promise<T | ReadyAnswer>;

/** One for both doors. */
export function createMakeOnce(answers: AnswerCache): MakeOnce {
  const making = createPassingMap<Promise<unknown>>();

  async function takeOver<T>(
    question: Question,
    make: () => T | Promise<T>,
  ): Promise<T | ReadyAnswer> {
    await making.get(question.key);
    const kept = answers.get(question);
    return kept ? { ...kept, outcome: 'COALESCED' } : make();
  }

  return <T>(question: Question, make: () => T | Promise<T>): T | Promise<T | ReadyAnswer> => {
    const { key } = question;
    if (!answers.isKnown(question)) return make();
    if (making.has(key)) return takeOver(question, make);
    const made = make();
    if (!(made instanceof Promise)) return made;
    const done = () => making.delete(key);
    making.set(key, made.then(done, done));
    return made;
  };
}
