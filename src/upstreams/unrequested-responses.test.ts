import { Agent, get } from 'node:http';
import { startUnrequestedResponseServer } from '@dtf-graph/http1-client/testing/unrequested-response-server.ts';
import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { matchesRequestedResource } from './checks/requested-resource.ts';
import { createHttpClient } from './http-client.ts';

describe('a server that sends two responses to each request', () => {
  const lanes = 8;
  const requests = 152;
  type Get = (asset: string) => Promise<unknown>;

  /** Counts the requests that received the response to another request. */
  async function countWrong(fetchAsset: Get): Promise<number> {
    let wrong = 0;
    const lane = async (name: number) => {
      for (let number = 0; number < requests / lanes; number += 1) {
        const asset = `a${name}b${number}`;
        const body = (await fetchAsset(asset)) as { readonly asset: string };
        if (body.asset !== asset) wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, name) => lane(name)));
    return wrong;
  }

  async function countOurs(origin: string, isChecked: boolean): Promise<number> {
    const client = createHttpClient({
      name: 'test',
      baseUrl: origin,
      telemetry: createTelemetry(),
    });
    const signal = AbortSignal.timeout(20_000);
    const wrong = await countWrong(async (asset) => {
      const belongsToRequest = isChecked ? matchesRequestedResource({ asset }) : () => true;
      return (await client.get(`/${asset}`, { signal, belongsToRequest })).value;
    });
    await client.close();
    return wrong;
  }

  async function countUndici(origin: string): Promise<number> {
    const pool = new Pool(origin, { connections: lanes, pipelining: 1 });
    const wrong = await countWrong(async (asset) => {
      const { body } = await pool.request({ method: 'GET', path: `/${asset}` });
      return body.json();
    });
    await pool.destroy();
    return wrong;
  }

  async function countNode(origin: string): Promise<number> {
    const agent = new Agent({ keepAlive: true });
    const fetchOnce = async (asset: string): Promise<unknown> => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      get(`${origin}/${asset}`, { agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text)).on('error', reject);
      }).on('error', reject);
      return JSON.parse(await promise);
    };
    // node:http does not repeat a request whose reused connection the server has just closed.
    const wrong = await countWrong((asset) => fetchOnce(asset).catch(() => fetchOnce(asset)));
    agent.destroy();
    return wrong;
  }

  /** Pairs of ms from a request to its response and from there to the second response. */
  const times = [0, 2].flatMap((pause) => [0, 1, 5].map((delay) => [pause, delay] as const));

  test.each(times)(
    'behavior: bodies that name their resource are never taken for another response (after %i ms, %i ms later)',
    { timeout: 30_000 },
    async (pause, delay) => {
      await using server = await startUnrequestedResponseServer(delay, pause);
      expect(await countOurs(server.origin, true)).toBe(0);
    },
  );

  test.for(times)(
    'behavior: without names in bodies wrong responses end once detected (after %i ms, %i ms later)',
    { timeout: 60_000 },
    async ([pause, delay], { annotate }) => {
      await using server = await startUnrequestedResponseServer(delay, pause);
      const { origin } = server;
      const ours = await countOurs(origin, false);
      const node = await countNode(origin);
      const undici = await countUndici(origin);
      const counts = `wrong of ${requests}: ours ${ours}, node:http ${node}, undici ${undici}`;
      await annotate(counts);
      process.stdout.write(`${counts} (${pause} ms, ${delay} ms)\n`);
      // After the first detected extra response no connection is reused.
      expect(ours).toBeLessThan(requests / 2);
    },
  );
});
