import { describe, expect, test } from 'vitest';
import {
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { sortErrors } from '../support/sort-errors.ts';

const ids = [1, 2].map((number) => `0x${String(number).padStart(64, '0')}`);
const ranking = ids.map((itp_id, index) => ({
  ...{ itp_id, name: `Fund ${index}`, symbol: `F${index}`, nav_per_share: 1, aum_usd: 2 - index },
  ...{ total_supply: '1000000000000000000', asset_count: 1 },
}));
const time = 1_767_225_600;

/** Points as they are told in the end. */
const points = [
  { timestamp: time, nav: 1 },
  { timestamp: time + 60, nav: 104.8576001048576 },
  { timestamp: time + 120, nav: 0.1 },
];
const documented = JSON.stringify(points);
/** Bodies of `/nav-series` that all mean the same. */
const bodies: readonly (readonly [what: string, body: string])[] = [
  ['as it is told on', documented],
  ['with blanks', JSON.stringify(points, null, 2)],
  ['newest first', JSON.stringify(points.toReversed())],
  ['with more fields', JSON.stringify(points.map((point) => ({ ...point, volume: 1 })))],
  ['with numbers spelled at length', documented.replace('0.1}', '1.0e-1}')],
  [
    'with a number of a million digits',
    documented.replace('1048576}', `1048576${'0'.repeat(1_000_000)}1}`),
  ],
  ['with decimals as texts', documented.replace('0.1}', '"0.10"}')],
  [
    'of candles',
    JSON.stringify({
      points: points.map(({ timestamp, nav }) => ({
        time: new Date(timestamp * 1000).toISOString(),
        ...{ open: '1', high: '1', low: '1', close: String(nav) },
      })),
    }),
  ],
];

/** Its documents are compiled at their third use. */
const uses = 5;
const query = `query($a: Boolean = true, $r: NavRange! = D1) { dtfs(first: 2) { edges { node {
  symbol navSeries { timestamp nav } long: navSeries(range: Y1) @include(if: $a) { timestamp nav }
  given: navSeries(range: $r) { timestamp nav } turned: navSeries { nav timestamp }
  few: navSeries { timestamp } named: navSeries { timestamp nav __typename }
  again: navSeries { timestamp: nav nav: timestamp }
} } } }`;

type Told = { readonly text: string; readonly errors: unknown };

/** What each of the uses is told; every one asks for other ranges, so that nothing is in memory. */
async function ask({ query: send }: TestGateway): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const range of ['D1', 'D7', 'D30', 'D90', 'Y1'].slice(0, uses)) {
    const { data, errors } = await send(query, { r: range, a: range !== 'D7' });
    told.push({ text: JSON.stringify(data), errors: sortErrors(errors) });
  }
  return told;
}

/** A gateway with compiled execution and one without, before a data node with these series. */
async function startPair(series: { readonly status?: number; readonly body: string }) {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(
    await startUpstream((request, response) => {
      const { status = 200, body } = series;
      if (!request.url?.startsWith('/nav-series'))
        respondByPath({ '/aum-ranking': ranking })(request, response);
      else if (request.url.includes(ids[0] ?? '')) response.end(documented);
      else response.writeHead(status).end(body);
    }),
  );
  const start = async (COMPILED_EXECUTION: 'on' | 'off') =>
    stack.use(await startGateway({ DATA_NODE_URL: upstream.url, COMPILED_EXECUTION }));
  const [quick, whole] = [await start('on'), await start('off')];
  const kept = stack.move();
  return { quick, whole, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

describe('series are the same compiled, interpreted and over REST', () => {
  test.each(bodies)('%s', async (_what, body) => {
    await using pair = await startPair({ body });
    const [quick, whole] = [await ask(pair.quick), await ask(pair.whole)];
    expect(quick).toEqual(whole);
    for (const { text, errors } of quick) {
      expect(errors).toBeUndefined();
      expect(text.split(`"navSeries":${documented}`)).toHaveLength(1 + ids.length);
    }
    const response = await pair.quick.rest(`/nav-series?itp_id=${ids[1]}&range=7d`);
    expect(await response.text()).toBe(documented);
  });

  test.each([
    ['there are none', { body: '[]' }],
    ['the DTF is unknown', { status: 404, body: '{"error":"unknown"}' }],
    ['the data node fails', { status: 500, body: documented }],
    ['it refuses', { status: 400, body: documented }],
    ['it breaks off', { body: documented.slice(0, -1) }],
    ['it sends something else', { body: '[{"timestamp":1,"nav":"x"}]' }],
    ['it sends nothing', { body: '' }],
    ['it sends another encoding', { body: documented.replace('0.1', '0.1\u00a0') }],
  ])('error: %s', async (_what, series) => {
    await using pair = await startPair(series);
    const [quick, whole] = [await ask(pair.quick), await ask(pair.whole)];
    expect(quick).toEqual(whole);
    const isFailing = series.body !== '[]';
    expect(quick.every(({ errors }) => (errors !== undefined) === isFailing)).toBe(true);
  });
});
