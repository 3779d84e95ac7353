import {
  createMediaTypeNegotiator,
  listAcceptedMediaTypes,
} from '../../http/accepted-media-types.ts';

const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';
const events = 'text/event-stream';
const html = 'text/html';
/** With the parameters that clients of Apollo send. A range without them matches it, too. */
const apolloParts = 'multipart/mixed; boundary=graphql; deferspec=20220824; subscriptionspec=1.0';

const documentsOf = createMediaTypeNegotiator([json, graphqlJson]);
const documentsAndEventsOf = createMediaTypeNegotiator([json, graphqlJson, events]);
const documentsAndHtmlOf = createMediaTypeNegotiator([json, graphqlJson, html]);
const eventsAndPartsOf = createMediaTypeNegotiator([events, apolloParts]);

/**
 * Returns the content type of a single-document response that the client prefers, null if it accepts
 * none.
 *
 * @example negotiateMediaType('text/html, *\/*') // 'application/json; charset=utf-8'
 */
export const negotiateMediaType = (accept: string | undefined): string | null =>
  documentsOf(accept)[0] ?? null;

/**
 * Returns how a client accepts event streams: `preferred` to every single-document type, or
 * `accepted`, so that only responses with several parts are sent as events. A client must name them.
 */
export function eventStreamPreference(
  accept: string | undefined,
): 'never' | 'preferred' | 'accepted' {
  if (accept === undefined || !/text\/event-stream/i.test(accept)) return 'never';
  const types = documentsAndEventsOf(accept);
  if (types[0] === events) return 'preferred';
  return types.includes(events) ? 'accepted' : 'never';
}

/** Whether a client prefers an HTML page, as a browser does that opens the URL. */
export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined && /text\/html/i.test(accept) && documentsAndHtmlOf(accept)[0] === html;

/**
 * Whether a client accepts a subscription, as an event stream or in Apollo's multipart protocol.
 */
export const acceptsSubscriptionResponse = (accept: string | undefined): boolean =>
  eventsAndPartsOf(accept).includes(events) || prefersMultipartSubscription(accept);

/** Whether a client prefers Apollo's multipart protocol to event streams. */
export function prefersMultipartSubscription(accept: string | undefined): boolean {
  if (accept === undefined || !/subscriptionspec/i.test(accept)) return false;
  const first = listAcceptedMediaTypes(accept).find(
    (type) => type === 'multipart/mixed' || type === events,
  );
  return first === 'multipart/mixed';
}

/** Whether a client prefers JSON, but accepts incremental responses only as an event stream. */
export function acceptsIncrementalOnlyAsEvents(accept: string | undefined): boolean {
  return eventStreamPreference(accept) === 'accepted' && !acceptsMultipart(accept);
}

/** Whether a client accepts incremental responses in parts (`multipart/mixed`). */
export const acceptsMultipart = (accept: string | undefined): boolean =>
  eventsAndPartsOf(accept).includes(apolloParts);
