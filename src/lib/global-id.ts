/**
 * Returns an opaque id, unique over all types: base64url of `Type:key`.
 *
 * @example encodeGlobalId('Asset', 'BTC') // 'QXNzZXQ6QlRD'
 */
export function encodeGlobalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** Returns type and key of a global id; null for any other text. */
export function decodeGlobalId(id: string): { readonly type: string; readonly key: string } | null {
  if (!/^[A-Za-z0-9_-]{1,1024}={0,2}$/.test(id)) return null;
  const text = Buffer.from(id, 'base64url').toString();
  const split = text.indexOf(':');
  if (split < 1) return null;
  const [type, key] = [text.slice(0, split), text.slice(split + 1)];
  return encodeGlobalId(type, key) === id.replace(/=+$/, '') ? { type, key } : null;
}

/**
 * Returns the natural key that an argument names: that of a global id of the type, or the text.
 *
 * @example naturalKeyOf('Asset', 'QXNzZXQ6QlRD') // 'BTC'
 */
export function naturalKeyOf(type: string, text: string): string {
  const global = decodeGlobalId(text);
  return global?.type === type ? global.key : text;
}

/**
 * Joins the fields of a natural key. All but the last are percent-encoded, so that they have no
 * space.
 *
 * @example joinKey(['weather', 'New York']) // 'weather New York'
 */
export function joinKey(fields: readonly (string | number)[]): string {
  return fields
    .map((field, at) => (at < fields.length - 1 ? encodeURIComponent(field) : String(field)))
    .join(' ');
}

/** Splits a joined key into `count` fields; null when it has fewer or is malformed. */
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
