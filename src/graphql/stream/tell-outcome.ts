import type { ExecutionResult } from 'graphql';
import type { Context } from '../../context.ts';
import type { Delivery } from '../../core/events/seats.ts';
import type { Told } from '../../http/streams/told.ts';
import type { ErrorMask } from '../errors.ts';
import { type Addressee, completeFrame, nextFrame } from './frames.ts';

/** What an operation ends in, or goes on with. */
export type Outcome = ExecutionResult | AsyncIterable<ExecutionResult>;

/** Who tells it, and to whom. */
export type Teller = {
  readonly context: Context;
  readonly mask: ErrorMask;
  /** For a connection that serves several operations. */
  readonly to: Addressee;
};

type Telling = Teller & {
  /** Each result is an event of its own, and no part of one answer. */
  readonly isSubscription: boolean;
};

/** What an operation leads to as events, ended by `complete`; left at once when it is left. */
export function tellOutcome(
  outcome: Outcome,
  { context, mask, to, isSubscription }: Telling,
): AsyncIterableIterator<Told, undefined> {
  const isStream = Symbol.asyncIterator in outcome;
  const results = isStream ? outcome[Symbol.asyncIterator]() : [outcome][Symbol.iterator]();
  let count = 0;
  let state: 'open' | 'broken' | 'completed' = 'open';
  let isLeft = false;

  const show = (result: ExecutionResult, delivery: Delivery): Told => {
    count += 1;
    const id = context.cursor.position() ?? String(count);
    const { freshness } = context.reader;
    const isOfNow = context.cursor.currency();
    // What failed is tried again for who comes.
    const isCurrent = () => !result.errors && isOfNow() && freshness.isShown();
    return { frame: nextFrame(result, id, to), delivery, isCurrent };
  };
  const complete = () => {
    state = 'completed';
    return { value: { frame: completeFrame(to), delivery: 'final' }, done: false } as const;
  };

  return {
    next: async () => {
      if (state === 'completed') return { value: undefined, done: true };
      if (state === 'broken') return complete();
      if (isSubscription) context.renew();
      try {
        const { value, done } = await results.next();
        // Who has left, or has to leave, is told nothing any more: not that it is complete.
        if (done && (isLeft || context.signal.aborted)) return { value: undefined, done: true };
        if (done) return complete();
        return { value: show(value, isStream ? context.cursor.delivery() : 'every'), done: false };
      } catch (error) {
        state = 'broken';
        return { value: show({ errors: [mask(error, context.requestId)] }, 'every'), done: false };
      }
    },
    return: async () => {
      state = 'completed';
      isLeft = true;
      await results.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
