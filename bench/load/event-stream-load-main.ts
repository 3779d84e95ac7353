import { setTimeout as sleep } from 'node:timers/promises';
import { createListenerPool, type ListenerRequest } from './event-stream-load.ts';

/** Messages to the subscriber process over its IPC channel, and its replies. */
export type LoadCommand =
  | { readonly do: 'join'; readonly question: ListenerRequest; readonly count: number }
  | { readonly do: 'wait for silence'; readonly ms: number }
  | { readonly do: 'wait' };
export type LoadReply = {
  readonly heard: number;
  readonly text: string;
  readonly failure?: string;
};

const pool = createListenerPool();

async function obey(told: LoadCommand): Promise<void> {
  if (told.do === 'join') await pool.join(told.question, told.count);
  else if (told.do === 'wait for silence') await silence(told.ms);
  else await pool.ended();
}

/** Resolves when at least one event has arrived, and then none for `ms` milliseconds. */
async function silence(ms: number): Promise<void> {
  let heard = 0;
  do {
    heard = pool.heard();
    await sleep(ms);
  } while (heard === 0 || pool.heard() > heard);
}

const response = (failure?: string) =>
  process.send?.({
    heard: pool.heard(),
    text: pool.text(),
    ...(failure === undefined ? {} : { failure }),
  } satisfies LoadReply);

process.on('message', (told: LoadCommand) => {
  obey(told).then(
    () => response(),
    (error: unknown) => response(String(error)),
  );
});
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name: 'crowd', url: '' }));
