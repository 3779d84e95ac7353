import { setTimeout as sleep } from 'node:timers/promises';
import { createSubscriberPool, type StreamRequest } from './subscriber-pool.ts';

/** Messages to the subscriber process over its IPC channel, and its replies. */
export type LoadCommand =
  | { readonly do: 'join'; readonly request: StreamRequest; readonly count: number }
  | { readonly do: 'wait until idle'; readonly ms: number }
  | { readonly do: 'wait' };
export type LoadReply = {
  readonly receivedEvents: number;
  readonly text: string;
  readonly failure?: string;
};

const pool = createSubscriberPool();

async function runCommand(command: LoadCommand): Promise<void> {
  if (command.do === 'join') await pool.join(command.request, command.count);
  else if (command.do === 'wait until idle') await waitUntilIdle(command.ms);
  else await pool.waitUntilEnded();
}

/** Resolves when at least one event has arrived, and then none for `ms` milliseconds. */
async function waitUntilIdle(ms: number): Promise<void> {
  let received = 0;
  do {
    received = pool.countReceivedEvents();
    await sleep(ms);
  } while (received === 0 || pool.countReceivedEvents() > received);
}

const sendReply = (failure?: string) =>
  process.send?.({
    receivedEvents: pool.countReceivedEvents(),
    text: pool.getFirstText(),
    ...(failure === undefined ? {} : { failure }),
  } satisfies LoadReply);

process.on('message', (command: LoadCommand) => {
  runCommand(command).then(
    () => sendReply(),
    (error: unknown) => sendReply(String(error)),
  );
});
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name: 'subscribers', url: '' }));
