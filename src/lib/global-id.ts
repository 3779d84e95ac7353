/**
 * Returns the GraphQL `id` of an object, unique over all types: base64url of `Type:key`.
 *
 * @example encodeGlobalId('Asset', 'BTC') // 'QXNzZXQ6QlRD'
 */
export function encodeGlobalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** Returns type and key of an id that `encodeGlobalId` has made; null for any other text. */
export function decodeGlobalId(id: string): { readonly type: string; readonly key: string } | null {
  if (!/^[A-Za-z0-9_-]{1,1024}={0,2}$/.test(id)) return null;
  const text = Buffer.from(id, 'base64url').toString();
  const split = text.indexOf(':');
  if (split < 1) return null;
  const [type, key] = [text.slice(0, split), text.slice(split + 1)];
  return encodeGlobalId(type, key) === id.replace(/=+$/, '') ? { type, key } : null;
}

/**
 * Returns the key that a GraphQL argument means, which may be a key or a global id: the key in a
 * global id of this type, any other text as it is.
 *
 * @example naturalKeyOf('Asset', 'QXNzZXQ6QlRD') // 'BTC'
 */
export function naturalKeyOf(type: string, text: string): string {
  const global = decodeGlobalId(text);
  return global?.type === type ? global.key : text;
}

/**
 * Joins the parts of a compound key with spaces. All but the last are percent-encoded, so that they
 * contain no space. `splitKey` reverses it.
 *
 * @example joinKey(['weather', 'New York']) // 'weather New York'
 */
export function joinKey(fields: readonly (string | number)[]): string {
  return fields
    .map((field, at) => (at < fields.length - 1 ? encodeURIComponent(field) : String(field)))
    .join(' ');
}

/** Splits a key that `joinKey` has made of `count` parts; null for other keys. */
export function splitKey(key: string, count: number): readonly string[] | null {
  const fields = key.split(' ');
  if (fields.length < count) return null;
  const last = fields.splice(count - 1).join(' ');
  try {
    return [...fields.map(decodeURIComponent), last];
  } catch {
    return null;
  }
}
