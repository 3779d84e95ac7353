import { Agent, request } from 'node:http';

/** A request as it stands on the wire: nothing in it is put right. */
export type ExactRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** An answer with all that can be seen of it but the time: header fields in alphabetical order. */
export type ExactResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A client with one connection, which it keeps, to each origin. */
export type ExactClient = {
  readonly request: (origin: string, asked: ExactRequest) => Promise<ExactResponse>;
  readonly close: () => void;
};

/** A client that sends paths as they are and shows bytes as they come (latin1). */
export function createExactClient(): ExactClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    request: (origin, { method = 'GET', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(origin);
        const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { date: _date, ...rest } = response.headers;
            const sorted = Object.entries(rest).sort(([left], [right]) => (left < right ? -1 : 1));
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(sorted.map(([name, value]) => [name, String(value)])),
              body: Buffer.concat(chunks).toString('latin1'),
            });
          });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
