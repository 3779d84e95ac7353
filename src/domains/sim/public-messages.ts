import {
  createPublicMessageCheck,
  messageParts,
  type PublicMessages,
} from '../../upstreams/index.ts';

const { count, id } = messageParts;

const whyNoCoins = [
  `:? ?(?:no coins )?(?:in|for|of)(?: category| top_n| this range)? ?${id}`,
  ' for this range',
  ': no coins',
  `: ${count}(?: available(?:, ${count} required)?)?`,
  String.raw`: ${count} available, ${count} required: none ever passes the funding filter \(vc_\*\)`,
];

/** Error messages of the upstreams of this domain that clients may see. */
export const simPublicMessages: PublicMessages = {
  parameters: [
    ...['category_id', 'top_n', 'weighting', 'rebalance_days', 'base_fee_pct', 'force'],
    ...['spread_multiplier', 'start_date', 'end_date', 'threshold_pct', 'date', 'limit'],
    ...['fng_mode', 'fng_fear_threshold', 'fng_greed_threshold', 'fng_cash_pct'],
    ...['dom_mode', 'dom_lookback', 'vc_mode', 'vc_investors', 'vc_min_amount_m', 'vc_round_types'],
    ...['sweep', 'categories', 'run_id', 'run_ids'],
  ],
  things: ['category', 'category_id', 'run', 'run_id', 'sweep'],
  messages: [
    `(?:Simulation failed: ?)?(?:No data|No coins|Not enough coins)(?:${whyNoCoins.join('|')})?`,
    String.raw`no data: no coins in category [\w-]{1,64}`,
    `(?:unknown|no such) (?:category|category_id)(?: ${id})?(?:[:;] /sim/categories lists the valid ones|; see /sim/categories)`,
    `run ${count} (?:not found|does not exist)`,
    String.raw`weighting [\w{}]{1,32} needs a DeFi category \(category_id starting with dl-\)`,
    `run_ids must list at most ${count} runs`,
    `categories must list ${count} to ${count} category ids for sweep=category`,
    'fng_fear_threshold must not be above fng_greed_threshold when fng_mode is both',
  ],
};

/** Whether clients may see a message of a simulation's stream. */
export const isPublicSimMessage = createPublicMessageCheck([simPublicMessages]);
