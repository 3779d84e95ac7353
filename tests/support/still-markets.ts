import { forwardGet } from './counting-proxy.ts';
import { type FakeUpstream, startUpstream } from './gateway.ts';

/** Starts a data node that forwards to `dataNode`, whose quotes and order books stand still. */
export function startStillMarkets(dataNode: string): Promise<FakeUpstream> {
  const kept = new Map<string, Promise<{ status: number; text: string }>>();
  const read = async (url: string) => {
    const answer = await fetch(dataNode + url);
    return { status: answer.status, text: await answer.text() };
  };
  return startUpstream((request, response) => {
    const url = request.url ?? '';
    if (!/^\/itp-(bid-ask|orderbook)/.test(url)) {
      forwardGet(dataNode, request, response);
      return;
    }
    const answer = kept.get(url) ?? read(url);
    kept.set(url, answer);
    answer
      .then(({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      )
      .catch(() => response.destroy());
  });
}
