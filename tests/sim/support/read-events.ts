import { request } from 'node:http';

/** An open event stream, as a client on a plain socket sees it. */
export type EventReader = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Everything received so far. */
  readonly text: () => string;
  /** The data of the events so far. */
  readonly events: () => Record<string, unknown>[];
  /** Resolves when the server has ended the answer; `clean` when it was not cut off. */
  readonly ended: Promise<{ readonly clean: boolean }>;
  /** Stops reading, so that the connection fills up. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Goes away without a word. */
  readonly disconnect: () => void;
};

/** Opens an event stream and collects what comes. */
export function readEvents(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { accept: 'text/event-stream', ...headers } });
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      const ended = new Promise<{ clean: boolean }>((done) => {
        response.once('end', () => done({ clean: true }));
        response.once('error', () => done({ clean: false }));
      });
      call.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events: () =>
          text
            .split('\n\n')
            .flatMap((block) => block.split('\n').filter((line) => line.startsWith('data: {')))
            .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>),
        ended,
        pause: () => response.pause(),
        resume: () => response.resume(),
        disconnect: () => call.destroy(),
      });
    });
    call.end();
  });
}
