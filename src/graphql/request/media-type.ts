const json = 'application/json; charset=utf-8';
const graphqlJson = 'application/graphql-response+json; charset=utf-8';

/** What clients may ask for with one JSON document in return; `*` and nothing mean `application/json`. */
const answered: Readonly<Record<string, string>> = {
  '': json,
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'application/graphql-response+json': graphqlJson,
};

/**
 * The content type of a result that is one document, for an `Accept` header; null where the client
 * takes no such type. The first of the listed types counts, as the engine has it; a charset other
 * than UTF-8 is passed over.
 *
 * @example mediaTypeFor('application/graphql-response+json, *\/*') // 'application/graphql-response+json; charset=utf-8'
 */
export function negotiateMediaType(accept: string | undefined): string | null {
  const simple = answered[accept ?? ''];
  if (simple !== undefined) return simple;
  return (
    partsOf(accept)
      .map(documentType)
      .find((type) => type !== null) ?? null
  );
}

/**
 * Whether a client takes event streams: rather than one document, or beside it for what comes in
 * several. Clients that list all that they understand (urql does) want a document where one will do.
 */
export function eventStreamPreference(accept: string | undefined): 'never' | 'rather' | 'beside' {
  if (accept === undefined || !/text\/event-stream/i.test(accept)) return 'never';
  return comesFirst(accept, 'text/event-stream') ? 'rather' : 'beside';
}

/**
 * Whether a page is wanted rather than a result: by who opens the address in a browser, also one that
 * GraphiQL has written there, with the query in it.
 */
export function prefersHtml(accept: string | undefined): boolean {
  return accept !== undefined && /text\/html/i.test(accept) && comesFirst(accept, 'text/html');
}

/** Whether a client takes an event stream when there is nothing else to have. */
export function acceptsEventStream(accept: string | undefined): boolean {
  return !accept || partsOf(accept).some((part) => anyEvents.has(typeIn(part)));
}

/** Whether a client that would rather have a document takes what comes in parts as events alone. */
export function acceptsIncrementalEventStream(accept: string | undefined): boolean {
  if (eventStreamPreference(accept) !== 'beside') return false;
  return !partsOf(accept).some((part) => anyParts.has(typeIn(part)));
}

const anyParts = new Set<unknown>(['multipart/mixed', 'multipart/*', '*/*']);
const anyEvents = new Set<unknown>(['text/event-stream', 'text/*', '*/*']);

/** An `Accept` without the quotes that a charset may stand in: the engine takes them for part of its name. */
export const unquoteAccept = (accept: string): string => accept.replaceAll('"', '');

const partsOf = (accept = ''): readonly string[] =>
  unquoteAccept(accept).replace(/\s/g, '').toLowerCase().split(',');

const typeIn = (part: string): string | undefined => part.split(';')[0];

/** Whether a type is listed, and before everything that one document answers. */
function comesFirst(accept: string, type: string): boolean {
  const first = partsOf(accept).find(
    (part) => typeIn(part) === type || documentType(part) !== null,
  );
  return first !== undefined && typeIn(first) === type;
}

/** What one part of an `Accept` header is answered with; null for what is not one document. */
function documentType(part: string): string | null {
  const [type = '', ...parameters] = part.split(';');
  const charset = parameters.find((parameter) => parameter.includes('charset='));
  const isUtf8 = charset === undefined || charset === 'charset=utf-8';
  return isUtf8 && type !== '' && Object.hasOwn(answered, type) ? (answered[type] ?? null) : null;
}
