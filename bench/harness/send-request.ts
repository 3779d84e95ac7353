import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { WrkLoad } from '../load/run-wrk.ts';

/**
 * Sends one request of a load, with exactly the headers that wrk sends.
 *
 * @returns the decoded body of the response.
 * @throws {Error} the status is not 200, or there is no response in 10 s.
 */
export function sendRequest(
  origin: string,
  load: WrkLoad,
  sent: { readonly path: string; readonly body?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(sent.body ? { 'Content-Type': 'application/json' } : {}),
      ...load.headers,
    };
    const outgoing = request(origin + sent.path, { method: load.method, headers, timeout: 10_000 });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response in 10 s')));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    outgoing.end(sent.body);
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/**
 * Fetches and parses a contestant's responses to the first requests of its load.
 *
 * @throws {Error} a response has errors.
 */
export async function fetchResponses(origin: string, load: WrkLoad): Promise<readonly unknown[]> {
  const responses: unknown[] = [];
  for (const { path, body } of load.requests.slice(0, 5)) {
    for (const tag of ['TAGA', 'TAGB']) {
      const put = (text: string) => text.replaceAll('{{tag}}', tag);
      const text = await sendRequest(origin, load, {
        path: put(path),
        ...(body ? { body: put(body) } : {}),
      });
      responses.push(parsed(text));
    }
  }
  return responses;
}

function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const isFailure = typeof value === 'object' && value !== null && 'errors' in value;
  if (isFailure) throw new Error(`a response has errors: ${text.slice(0, 300)}`);
  return value;
}

/**
 * Checks that all contestants returned the same data.
 *
 * @throws {Error} two contestants did not.
 */
export function assertSameResponses(responses: ReadonlyMap<string, readonly unknown[]>): void {
  const [first, ...others] = [...responses];
  for (const other of others) {
    if (first && !isDeepStrictEqual(first[1], other[1])) {
      throw new Error(`${first[0]} and ${other[0]} do not return the same data`);
    }
  }
}
