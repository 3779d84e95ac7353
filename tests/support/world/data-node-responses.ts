import type { SuccessResponse } from '../faulty-upstream.ts';
import { textAbout } from './text-about.ts';

/** The DTF, the wallet and the run that the small world knows. */
export const itpId = `0x${'0'.repeat(63)}1`;
export const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const runId = 7;

const wei = (whole: number) => `${whole}${'0'.repeat(18)}`;
const time = 1_767_225_600;

/** What the wallet has. */
export const userState = {
  usdc_balance: wei(250),
  usdc_allowance_custody: '0',
  usdc_allowance_morpho: '0',
  bridged_itp_address: wallet,
  bridged_itp_balance: wei(12),
  bridged_itp_allowance_custody: '0',
  bridged_itp_allowance_morpho: '0',
  bridged_itp_name: 'Ten Largest',
  bridged_itp_symbol: 'TOP10',
  bridged_itp_total_supply: wei(100),
};

const snapshot = {
  itp_id: itpId,
  name: 'Ten Largest',
  symbol: 'TOP10',
  nav: 10.25,
  aum_usd: 1025,
  total_supply: wei(100),
  assets: [
    { symbol: 'BTC', name: 'Bitcoin', weight: 0.6, qty: '91000000000000', price: 67_250.5 },
    { symbol: 'ETH', name: 'Ether', weight: 0.4, qty: '1280000000000000', price: 3203.25 },
  ],
};

const market = {
  total_supply_assets: wei(9000),
  total_supply_shares: wei(8900),
  total_borrow_assets: wei(5000),
  total_borrow_shares: wei(4900),
  market_id: `0x${'ab'.repeat(32)}`,
  itp_id: itpId,
  oracle_price: `1025${'0'.repeat(34)}`,
  lltv: '770000000000000000',
};

const health = {
  poll_batch_ts: '2026-01-01T00:00:00Z',
  quorum_met: true,
  worst_status: 'healthy',
  consensus_rounds_total: 120,
  consensus_success_total: 118,
  consensus_failed_total: 2,
  signatures_collected: 3,
  avg_consensus_time_ms: 210.5,
  avg_cycle_duration_ms: 900,
  orders_processed_last_60s: 4,
  pending_order_count: 1,
  total_peers: 3,
  p2p_messages_received: 900,
  p2p_messages_sent: 880,
  total_peers_healthy: 3,
  total_peers_unhealthy: 0,
};

const stats = {
  total_return_pct: 20.5,
  annualized_return: 10.1,
  max_drawdown_pct: -50.2,
  sharpe_ratio: 0.5,
  total_fees_pct: 1.5,
  total_trades: 12,
  total_rebalances: 3,
  total_delistings: 1,
  start_date: '2021-01-01',
  end_date: '2021-01-02',
};
const navSeries = [
  { nav_date: '2021-01-01', nav: 1, drawdown_pct: 0 },
  { nav_date: '2021-01-02', nav: 1.2, drawdown_pct: 0 },
];
const config = { category_id: 'all', top_n: 5, weighting: 'equal', rebalance_days: 30 };
const result = {
  run_id: runId,
  config,
  stats,
  nav_series: navSeries,
  cached: false,
  computed_in_ms: 42,
};
const variant = { variant: 'top_n=5', variant_index: 0, total_variants: 1 };

/** The body of each path of a data node that speaks as documented. */
export const dataNodeBodies: Readonly<Record<string, unknown>> = {
  '/price': { asset: 'BTC', price: 67_250.5, timestamp: time, source: 'binance' },
  '/latest-prices': { BTC: 67_250.5, ETH: 3203.25 },
  '/fast-prices': { BTC: 67_251.5, ETH: 3204.25 },
  '/market/prices/crypto/bitcoin/history': {
    prices: [
      { timestamp: time, value: 67_250.5 },
      { timestamp: time + 300, value: 67_260.5 },
    ],
  },
  '/itp-price': {
    itp_id: itpId,
    nav: '10250000000000000000',
    nav_display: 10.25,
    assets_priced: 2,
    assets_total: 2,
    aum_usd: 1025,
    total_supply: wei(100),
  },
  '/itp-bid-ask': {
    itp_id: itpId,
    nav_bid: '10.240000',
    nav_ask: '10.260000',
    nav_mid: '10.250000',
    spread_bps: 19.5,
    assets_priced: 2,
    assets_total: 2,
    age_ms: 250,
  },
  '/itp-orderbook': {
    itp_id: itpId,
    bids: [{ price: 10.24, quantity: 100, usd_value: 1024 }],
    asks: [{ price: 10.26, quantity: 100, usd_value: 1026 }],
    mid_price: 10.25,
    spread_bps: 19.5,
    total_bid_depth_usd: 1024,
    total_ask_depth_usd: 1026,
    assets_included: 2,
    assets_failed: [],
    per_asset: [],
  },
  '/nav-series': [
    { timestamp: time, nav: 10.25 },
    { timestamp: time + 86_400, nav: 10.5 },
  ],
  '/aum-ranking': [
    {
      itp_id: itpId,
      name: 'Ten Largest',
      symbol: 'TOP10',
      nav_per_share: 10.25,
      aum_usd: 1025,
      total_supply: wei(100),
      asset_count: 2,
    },
  ],
  '/snapshot': snapshot,
  '/portfolio': {
    address: wallet,
    total_value_usd: 1025,
    total_pnl_usd: 25,
    total_pnl_pct: 2.5,
    positions: [
      {
        itp_id: itpId,
        name: 'Ten Largest',
        symbol: 'TOP10',
        shares: wei(100),
        nav_per_share: 10.25,
        value_usd: 1025,
        cost_basis_usd: 1000,
        pnl_usd: 25,
        pnl_pct: 2.5,
      },
    ],
  },
  '/portfolio/history': [{ timestamp: time, value_usd: 1025 }],
  '/portfolio/trades': [
    {
      tx_hash: `0x${'cd'.repeat(32)}`,
      timestamp: time,
      type: 'buy',
      itp_id: itpId,
      itp_symbol: 'TOP10',
      shares: wei(100),
      price_per_share: 10,
      total_usd: 1000,
      fee_usd: 1,
    },
  ],
  '/morpho-position': {
    collateral: wei(100),
    borrow_shares: wei(50),
    oracle_price: market.oracle_price,
    market,
  },
  '/morpho-history': [
    {
      event_type: 'deposit',
      amount: '100.0',
      token: 'TOP10',
      tx_hash: `0x${'ef'.repeat(32)}`,
      block_number: 12,
      timestamp: time,
      itp_id: itpId,
    },
  ],
  '/lending/markets': [market],
  '/user-state': userState,
  '/vault-balances': {
    assets: [
      { address: wallet, symbol: 'BTC', balance: wei(9), price: 67_250.5, usd_value: 605_254.5 },
    ],
    total_usd: 605_254.5,
    token_count: 1,
  },
  '/sim/categories': {
    categories: [
      { id: 'all', name: 'All', coin_count: 200, market_cap: 2.5e12, source: 'coingecko' },
    ],
  },
  '/sim/holdings': {
    holdings: [
      {
        rebalance_date: '2021-01-01',
        coin_id: 'bitcoin',
        symbol: 'BTC',
        weight: 0.5,
        quantity: 0.0000019,
        price_usd: 67_250.5,
      },
    ],
  },
  '/sim/compare': { simulations: [{ run_id: runId, nav_series: navSeries }] },
  '/sim/results': {
    results: [
      {
        id: runId,
        ...config,
        ...stats,
        base_fee_pct: 0.1,
        spread_multiplier: 1.5,
        computed_at: '2026-01-01T00:00:00Z',
        duration_ms: 42,
      },
    ],
  },
  '/sim/benchmarks': {
    benchmarks: [
      { symbol: 'BTC', coin_id: 'bitcoin', nav_series: [{ nav_date: '2021-01-01', nav: 1 }] },
    ],
  },
  '/vision/snapshot': {
    generatedAt: '2026-01-01T00:00:00Z',
    count: 1,
    limit: 5000,
    snapshots: [
      {
        source: 'crypto',
        assetId: 'bitcoin',
        symbol: 'BTC',
        name: 'Bitcoin',
        category: 'crypto',
        value: 67_250.5,
        changePct: 1.25,
        volume24h: 3.1e10,
        marketCap: 1.3e12,
        fetchedAt: '2026-01-01T00:00:00Z',
      },
    ],
  },
  '/market/stats': {
    totalAssets: 230,
    totalActiveAssets: 228,
    sourceCount: 1,
    sources: {
      crypto: { totalAssets: 230, activeAssets: 228, newestRecord: '2026-01-01T00:00:00Z' },
    },
  },
  '/sources/registry': {
    sources: [
      {
        sourceId: 'crypto',
        name: 'Crypto',
        description: 'Coins in USD',
        category: 'finance',
        valueLabel: 'Price',
        valueUnit: 'USD',
        isPrice: true,
      },
    ],
    categories: [{ key: 'finance', label: 'Finance', order: 0 }],
  },
  '/explorer/health/latest': { network: health },
  '/explorer/health/history': { snapshots: [health] },
};

const streams: Readonly<Record<string, readonly object[]>> = {
  '/sim/run-stream': [
    { type: 'progress', pct: 50, current_date: '2021-01-01', total_dates: 2 },
    { type: 'result', ...result },
  ],
  '/sim/sweep-stream': [
    { type: 'progress', ...variant, pct: 50, current_date: '2021-01-01', total_dates: 2 },
    { type: 'variant_done', ...variant, ...result },
    { type: 'sweep_done', total_variants: 1, simulations: [] },
  ],
};

/** What the data node of the small world answers; 404 elsewhere. */
export function dataNodeResponse(path: string, query: URLSearchParams): SuccessResponse {
  const stream = streams[path];
  if (stream) {
    const frames = stream.map((event) => `data: ${textAbout(query, event)}\n\n`);
    return { type: 'text/event-stream', body: frames.join('') };
  }
  if (path === '/snapshot' && !query.has('itp_id')) return { body: JSON.stringify([snapshot]) };
  if (Object.hasOwn(dataNodeBodies, path)) return { body: textAbout(query, dataNodeBodies[path]) };
  return { status: 404, body: JSON.stringify({ error: 'not found' }) };
}
