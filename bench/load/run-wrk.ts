import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool } from '../machine/child-processes.ts';
import { loadCore } from '../machine/cores-and-tools.ts';
import { createScratchFolder, removeScratchFolder } from '../machine/scratch-folders.ts';

/** The requests of a case. Several are sent in turn; `{{tag}}` is replaced by a unique text. */
export type WrkLoad = {
  readonly method: 'GET' | 'POST';
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
  /** Connections, each of which waits for the response before its next request. */
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Result of wrk; latencies in milliseconds. */
export type WrkResult = {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly p50: number;
  readonly p99: number;
};

const script = fileURLToPath(new URL('wrk.lua', import.meta.url));
let run = 0;

/**
 * Sends load to `origin` for whole `seconds`, from the core of the load generator.
 *
 * @throws {Error} a request failed or its status is not 2xx or 3xx.
 */
export async function runWrk(origin: string, load: WrkLoad, seconds: number): Promise<WrkResult> {
  run += 1;
  const dir = createScratchFolder();
  const file = join(dir, 'requests');
  const lines = load.requests.map(({ path, body }) => (body ? `${path}\t${body}` : path));
  writeFileSync(file, lines.join('\n'));
  const headers = Object.entries({
    ...(load.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
    ...load.headers,
  }).map(([name, value]) => `${name}=${value}`);
  // Tags are unique across runs of wrk, so that each request is new to the server.
  const stamp = `T${process.pid.toString(36)}R${run.toString(36)}N`.toUpperCase();
  try {
    const output = await runTool(
      'wrk',
      [
        ...['-t1', `-c${load.connections}`, `-d${seconds}s`, '--timeout', '10s'],
        ...['-s', script, origin, '--', load.method, file, headers.join(';'), stamp],
      ],
      { core: loadCore, deadline: (seconds + 30) * 1000 },
    );
    const line = output.split('\n').find((one) => one.startsWith('{"requests"'));
    if (line === undefined) throw new Error(`wrk printed nothing: ${output}`);
    const seen = JSON.parse(line) as WrkResult & { readonly failed: number };
    if (seen.failed > 0) throw new Error(`${seen.failed} requests failed: ${output}`);
    return seen;
  } finally {
    removeScratchFolder(dir);
  }
}
