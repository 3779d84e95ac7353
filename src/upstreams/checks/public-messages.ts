/*
 * Error messages of data nodes and oracles that clients may see. Every other message is replaced by
 * a fixed text for its status, because it may expose the upstream's database, network or own
 * upstreams. Each pattern matches the whole message. Its variable parts are numbers, times, hex
 * strings and identifiers, which cannot contain a host, a path or a sentence.
 */

const time = String.raw`(?:\d{1,11}|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)`;
const count = String.raw`\d{1,16}`;
const number = String.raw`-?\d{1,16}(?:\.\d{1,9})?`;
const hex = '0x[0-9a-f]{1,64}';
const id = String.raw`'?[\w-]{1,64}'?`;

const parameter = `(?:${[
  ...['asset', 'symbol', 'symbols', 'at', 'source', 'from', 'to', 'range', 'interval', 'itp_id'],
  ...['address', 'user', 'player', 'batch_id', 'batch id', 'tick_id', 'tick id', 'config hash'],
  ...['bitmap_hex', 'expected_hash', 'ticks', 'category_id', 'top_n', 'weighting'],
  ...['rebalance_days', 'base_fee_pct', 'spread_multiplier', 'start_date', 'end_date', 'force'],
  ...['threshold_pct', 'fng_mode', 'fng_fear_threshold', 'fng_greed_threshold', 'fng_cash_pct'],
  ...['dom_mode', 'dom_lookback', 'vc_mode', 'vc_investors', 'vc_min_amount_m', 'vc_round_types'],
  ...['sweep', 'categories', 'run_id', 'run_ids', 'date', 'days', 'limit', 'levels', 'endpoint'],
].join('|')})`;

/** Allowed values of a parameter, e.g. `5m, 15m, 1h`. */
const word = String.raw`[\w{}%-]{1,32}`;
const words = `${word}(?:, ?(?:or )?${word}){0,40}`;

const expected = [
  `must be (?:a |an )?(?:whole number|number|positive number)(?: from ${number} to ${number}| of at least ${number})?`,
  'must be true or false',
  'must be (?:a date )?YYYY-MM-DD',
  'must be an ISO date-time',
  'must be Unix seconds or an ISO time',
  String.raw`must be 0x (?:and|followed by) \d{2} hex digits`,
  `must be (?:one )?of ${words}`,
  `must be one of ${words}`,
  `must be a comma-separated list of ${count} to ${count} items`,
  `must be at most ${count}`,
  `must list at most ${count} runs`,
  `must list ${count} to ${count} category ids for sweep=category`,
  `must be given once(?:, not ${count} times)?`,
  `must not be (?:before|after|above) (?:${parameter}|${time})(?:, the last day of the data)?`,
  'must not be above fng_greed_threshold when fng_mode is both',
  'is (?:required|missing|invalid|malformed|unknown|too large|too small|too long)',
];

const whyNoCoins = [
  `:? ?(?:no coins )?(?:in|for|of)(?: category| top_n| this range)? ?${id}`,
  ' for this range',
  ': no coins',
  `: ${count}(?: available(?:, ${count} required)?)?`,
  String.raw`: ${count} available, ${count} required: none ever passes the funding filter \(vc_\*\)`,
];

const known = [
  // Sealed ticks.
  `(?:Reveal window (?:has )?not (?:yet )?expired(?: yet)?|Tick ${count} is not resolved yet|sealed)(?:[.;:,]? (?:Deadline|opens at):? ${time}(?:, now: ${time})?)?`,
  `(?:opens at|deadline):? ${time}`,
  // Batches, players, bitmaps.
  `Batch(?:_id)?(?: ${count})? (?:is )?(?:not found|does not exist|unknown)`,
  `Batch(?: ${count})? has no markets(?: configured)?`,
  `Player not found(?:: ${hex} not found in batch ${count})?`,
  `Player ${hex} not found(?: in batch ${count})?`,
  'Hash mismatch(?:: expected_hash is not (?:the on-chain commitment|keccak256 of the bitmap))?',
  `Missing ${parameter}`,
  `(?:Invalid|bad) hex(?: encoding)?(?: in bitmap_hex)?(?:: 0x and whole bytes expected)?`,
  `Bitmap too short(?:: (?:expected )?${count}(?: bytes)?(?:, got ${count}(?: bytes)?)?)?`,
  `bitmap_hex is longer than ${count} bytes`,
  'bitmap_hex must be a string',
  // Simulations.
  `(?:Simulation failed: ?)?(?:No data|No coins|Not enough coins)(?:${whyNoCoins.join('|')})?`,
  'no data: no coins in category [\\w-]{1,64}',
  `(?:unknown|no such) (?:category|category_id|run|run_id|market|asset|batch|source|DTF|player|wallet|sweep)(?: ${id})?(?:[:;] /sim/categories lists the valid ones|; see /sim/categories)?`,
  `run ${count} (?:not found|does not exist)`,
  String.raw`weighting [\w{}]{1,32} needs a DeFi category \(category_id starting with dl-\)`,
  `${parameter} (?:${expected.join('|')})`,
  `Invalid ${parameter}(?:,? must be (?:one of ${words}|an ISO date-time)|: 0x and ${count} hex digits expected|: an address is 0x and 40 hex digits)?`,
  'no symbols given',
  // Unknown names.
  `no (?:DTF|itp) with id ${hex}`,
  `(?:asset|source) [\\w-]{1,64} has no (?:price|such asset)`,
  `no price of [\\w-]{1,64} near that time`,
  'no lending market for this DTF',
  'there is no lending here',
  'config not found',
  'not found',
  // Rate limits.
  `(?:too many requests|rate limit(?:ed| exceeded)?|slow down)(?:[.;,:]? (?:please )?(?:try again|retry)(?: later| (?:in|after) ${count} ?s(?:econds)?)?)?`,
];

const knownMessage = new RegExp(`^(?:${known.join('|')})\\.?$`, 'i');
/** Maximum length of a known message, characters. Longer ones are HTML pages or dumps. */
const maxLength = 500;

/** Whether clients may see this upstream message: it is on the list, as `Batch 7 not found`. */
export const isPublicUpstreamMessage = (message: string): boolean =>
  message.length <= maxLength && knownMessage.test(message);

/** Messages that replace unknown ones, by status; the upstream's name precedes them. */
const fixedTexts: Readonly<Record<number, string>> = {
  400: 'did not accept the parameters of the request',
  403: 'does not allow this request now',
  405: 'does not offer this',
  409: 'has a state that conflicts with the request',
  410: 'no longer has what was asked for',
  413: 'does not take requests of this size',
  422: 'could not process the parameters of the request',
  425: 'wants the request again later',
  429: 'receives too many requests; try again later',
};

/**
 * Returns the message that replaces an upstream's message which clients may not see.
 *
 * @example replacementMessage(405, 'data node') // 'the data node does not offer this'
 */
export const replacementMessage = (status: number, upstream: string): string =>
  `the ${upstream} ${fixedTexts[status] ?? 'refused the request'}`;
