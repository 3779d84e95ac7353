import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Starts a server that responds to each request after `pause` ms, and again `delay` ms later. */
export async function startUnrequestedResponseServer(
  delay: number,
  pause = 0,
): Promise<AsyncDisposable & { readonly origin: string; readonly port: number }> {
  const worker = new Worker(new URL('./unrequested-response-worker.ts', import.meta.url), {
    workerData: { delay, pause },
  });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}
