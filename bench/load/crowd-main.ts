import { setTimeout as sleep } from 'node:timers/promises';
import { createCrowd, type Question } from './crowd.ts';

/** A crowd as a process: what it is told over its channel, and what it answers. */
export type Told =
  | { readonly do: 'join'; readonly question: Question; readonly count: number }
  | { readonly do: 'wait for silence'; readonly ms: number }
  | { readonly do: 'wait' };
export type Answered = {
  readonly heard: number;
  readonly text: string;
  readonly failure?: string;
};

const crowd = createCrowd();

async function obey(told: Told): Promise<void> {
  if (told.do === 'join') await crowd.join(told.question, told.count);
  else if (told.do === 'wait for silence') await silence(told.ms);
  else await crowd.ended();
}

/** Until something was heard, and then nothing for so many milliseconds. */
async function silence(ms: number): Promise<void> {
  let heard = 0;
  do {
    heard = crowd.heard();
    await sleep(ms);
  } while (heard === 0 || crowd.heard() > heard);
}

const answer = (failure?: string) =>
  process.send?.({
    heard: crowd.heard(),
    text: crowd.text(),
    ...(failure === undefined ? {} : { failure }),
  } satisfies Answered);

process.on('message', (told: Told) => {
  obey(told).then(
    () => answer(),
    (error: unknown) => answer(String(error)),
  );
});
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name: 'crowd', url: '' }));
