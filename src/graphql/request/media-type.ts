const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';

/** Accepted media types with the content type of the response. `*` and no header mean JSON. */
const contentTypes: Readonly<Record<string, string>> = {
  '': json,
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'application/graphql-response+json': graphqlJson,
};

/**
 * Negotiates the content type of a single-document response: the first acceptable type of the
 * `Accept` header in list order, null if there is none. Types with a charset other than UTF-8 are
 * skipped.
 *
 * @example negotiateMediaType('text/html, *\/*') // 'application/json; charset=utf-8'
 */
export function negotiateMediaType(accept: string | undefined): string | null {
  const simple = contentTypes[accept ?? ''];
  if (simple !== undefined) return simple;
  return (
    partsOf(accept)
      .map(documentType)
      .find((type) => type !== null) ?? null
  );
}

/**
 * Returns how a client accepts event streams: `preferred` if listed before every single-document
 * type; `accepted` if listed later, so that only responses with several parts are sent as events.
 */
export function eventStreamPreference(
  accept: string | undefined,
): 'never' | 'preferred' | 'accepted' {
  if (accept === undefined || !/text\/event-stream/i.test(accept)) return 'never';
  if (comesFirst(accept, 'text/event-stream')) return 'preferred';
  return partsOf(accept).some((part) => typeIn(part) === 'text/event-stream')
    ? 'accepted'
    : 'never';
}

/** Whether a client prefers an HTML page, as a browser does that opens the URL. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept !== undefined && /text\/html/i.test(accept) && comesFirst(accept, 'text/html');
}

/**
 * Whether a client accepts a subscription, as an event stream or in Apollo's multipart protocol.
 */
export function acceptsSubscriptionResponse(accept: string | undefined): boolean {
  if (!accept || prefersMultipartSubscription(accept)) return true;
  return partsOf(accept).some((part) => anyEvents.has(typeIn(part)));
}

/** Whether a client prefers Apollo's multipart protocol to event streams. */
export function prefersMultipartSubscription(accept: string | undefined): boolean {
  if (accept === undefined || !/subscriptionspec/i.test(accept)) return false;
  const first = partsOf(accept).find(
    (part) => isMultipartSubscription(part) || typeIn(part) === 'text/event-stream',
  );
  return first !== undefined && isMultipartSubscription(first);
}

const isMultipartSubscription = (part: string) =>
  typeIn(part) === 'multipart/mixed' && part.includes(';subscriptionspec=');

/** Whether a client prefers JSON, but accepts incremental responses only as an event stream. */
export function acceptsIncrementalOnlyAsEvents(accept: string | undefined): boolean {
  return eventStreamPreference(accept) === 'accepted' && !acceptsMultipart(accept);
}

/** Whether a client accepts incremental responses in parts (`multipart/mixed`). */
export const acceptsMultipart = (accept: string | undefined): boolean =>
  partsOf(accept ?? '*/*').some((part) => anyParts.has(typeIn(part)));

const anyParts = new Set<unknown>(['multipart/mixed', 'multipart/*', '*/*']);
const anyEvents = new Set<unknown>(['text/event-stream', 'text/*', '*/*']);

/** Removes the quotes around a charset in `Accept`, which Yoga does not understand. */
export const unquoteAccept = (accept: string): string => accept.replaceAll('"', '');

/** The entries of an `Accept` header, without those of weight 0, which are not acceptable. */
const partsOf = (accept = ''): readonly string[] =>
  unquoteAccept(accept)
    .replace(/\s/g, '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;q=0(\.0*)?(;|$)/.test(part));

const typeIn = (part: string): string | undefined => part.split(';')[0];

/** Whether a type is listed before every type that a single document can have. */
function comesFirst(accept: string, type: string): boolean {
  const first = partsOf(accept).find(
    (part) => typeIn(part) === type || documentType(part) !== null,
  );
  return first !== undefined && typeIn(first) === type;
}

/** The content type for one entry of an `Accept` header; null if no document matches it. */
function documentType(part: string): string | null {
  const [type = '', ...parameters] = part.split(';');
  const charset = parameters.find((parameter) => parameter.includes('charset='));
  const isUtf8 = charset === undefined || charset === 'charset=utf-8';
  return isUtf8 && type !== '' && Object.hasOwn(contentTypes, type)
    ? (contentTypes[type] ?? null)
    : null;
}
