import {
  aumRanking,
  createAssetPrice,
  createFundPrice,
  createMarketSnapshot,
  createNavSeries,
  fundIds,
  fundSnapshots,
  latestPrices,
  marketStats,
  simCategories,
} from './upstream-data.ts';

/** A complete HTTP response, head included, to be written to the socket. */
export type UpstreamBody = Buffer | string;

const head = (bytes: number, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

function prebuilt(body: unknown): Buffer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.concat([Buffer.from(head(Buffer.byteLength(text))), Buffer.from(text)]);
}

/** Returns a JSON text of exactly `bytes` bytes. */
const filler = (bytes: number): string => `{"data":"${'x'.repeat(bytes - 11)}"}`;

const notFound = `${head(21, '404 Not Found')}{"error":"not found"}`;

/** Returns the value of a parameter in a request target, not decoded. */
function parameter(target: string, name: string): string {
  const start = target.indexOf(`${name}=`) + name.length + 1;
  const end = target.indexOf('&', start);
  return target.slice(start, end < 0 ? undefined : end);
}

/**
 * Returns a function that maps a request target to its response. All responses except single prices
 * are encoded once, at the start.
 */
export function createUpstreamBodies(): (path: string, target: string) => UpstreamBody {
  const fixed = new Map<string, Buffer>([
    ['/aum-ranking', prebuilt(aumRanking)],
    ['/snapshot', prebuilt(fundSnapshots)],
    ['/latest-prices', prebuilt(latestPrices)],
    ['/vision/snapshot', prebuilt(createMarketSnapshot())],
    ['/market/stats', prebuilt(marketStats)],
    ['/sim/categories', prebuilt(simCategories)],
    ['/blob/300', prebuilt(filler(300))],
    ['/blob/100k', prebuilt(filler(100_000))],
    ['/health', prebuilt({ status: 'ok' })],
  ]);
  const byFund = (make: (index: number) => unknown) =>
    new Map(fundIds.map((id, index) => [id, prebuilt(make(index))]));
  const prices = byFund(createFundPrice);
  const series = byFund(createNavSeries);

  return (path, target) => {
    const known = fixed.get(path);
    if (known) return known;
    if (path === '/itp-price') return prices.get(parameter(target, 'itp_id')) ?? notFound;
    if (path === '/nav-series') return series.get(parameter(target, 'itp_id')) ?? notFound;
    if (path === '/price') return head(300) + createAssetPrice(parameter(target, 'asset'));
    return notFound;
  };
}
