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
export function mediaTypeFor(accept: string | undefined): string | null {
  const simple = answered[accept ?? ''];
  if (simple !== undefined) return simple;
  for (const part of (accept ?? '').replace(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    const isUtf8 = charset === undefined || charset === 'charset=utf-8';
    if (isUtf8 && type !== '' && Object.hasOwn(answered, type)) return answered[type] ?? null;
  }
  return null;
}
