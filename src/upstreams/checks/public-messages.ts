/*
 * Error messages of upstreams that clients may see. Every other message is replaced by a fixed text
 * for its status, because it may expose the upstream's database, network or own upstreams. Each
 * pattern matches the whole message. Its variable parts are numbers, times, hex strings and
 * identifiers, which cannot contain a host, a path or a sentence.
 */

/** The messages that a domain's upstreams send. */
export type PublicMessages = {
  /** Parameters that messages such as `top_n must be a whole number` may name. */
  readonly parameters: readonly string[];
  /** What may be unknown, as in `unknown category`. */
  readonly things?: readonly string[];
  /** Patterns of further messages, with `messageParts` as their variable parts. */
  readonly messages?: readonly string[];
};

/** Patterns of the variable parts of messages. */
export const messageParts = {
  time: String.raw`(?:\d{1,11}|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)`,
  count: String.raw`\d{1,16}`,
  hex: '0x[0-9a-f]{1,64}',
  id: String.raw`'?[\w-]{1,64}'?`,
} as const;

const { time, count, id } = messageParts;
const number = String.raw`-?\d{1,16}(?:\.\d{1,9})?`;

/** Allowed values of a parameter, e.g. `5m, 15m, 1h`. */
const word = String.raw`[\w{}%-]{1,32}`;
const words = `${word}(?:, ?(?:or )?${word}){0,40}`;

const expected = (parameter: string) => [
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
  `must be given once(?:, not ${count} times)?`,
  `must not be (?:before|after|above) (?:${parameter}|${time})(?:, the last day of the data)?`,
  'is (?:required|missing|invalid|malformed|unknown|too large|too small|too long)',
];

const common = (parameter: string, thing: string) => [
  `Missing ${parameter}`,
  `${parameter} (?:${expected(parameter).join('|')})`,
  `Invalid ${parameter}(?:,? must be (?:one of ${words}|an ISO date-time)|: 0x and ${count} hex digits expected|: an address is 0x and 40 hex digits)?`,
  `(?:unknown|no such) ${thing}(?: ${id})?`,
  'not found',
  `(?:too many requests|rate limit(?:ed| exceeded)?|slow down)(?:[.;,:]? (?:please )?(?:try again|retry)(?: later| (?:in|after) ${count} ?s(?:econds)?)?)?`,
];

/** Maximum length of a known message, characters. Longer ones are HTML pages or dumps. */
const maxLength = 500;

/** Returns whether clients may see an upstream's message, such as `not found`. */
export type IsPublicMessage = (message: string) => boolean;

/** Creates the check of the messages that are on the lists of the domains. */
export function createPublicMessageCheck(lists: readonly PublicMessages[]): IsPublicMessage {
  const anyOf = (texts: readonly string[]) => `(?:${texts.join('|')})`;
  const parameter = anyOf(lists.flatMap(({ parameters }) => parameters));
  const thing = anyOf(lists.flatMap(({ things = [] }) => things));
  const known = [...common(parameter, thing), ...lists.flatMap(({ messages = [] }) => messages)];
  const pattern = new RegExp(`^(?:${known.join('|')})\\.?$`, 'i');
  return (message) => message.length <= maxLength && pattern.test(message);
}

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
