import { nodeTypeNames } from '../../generated/graphql/node-types.ts';
import { InvalidInputError } from './errors.ts';

/** Name of a GraphQL type whose objects have a global id. */
export type NodeTypeName = (typeof nodeTypeNames)[number];

/**
 * Returns the GraphQL `id` of an object, unique over all types: base64url of `Type:key`.
 *
 * @example encodeGlobalId('Book', 'X1') // 'Qm9vazpYMQ'
 */
export function encodeGlobalId(type: NodeTypeName, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** Returns type and key of an id that `encodeGlobalId` has made; null for any other text. */
export function decodeGlobalId(
  id: string,
): { readonly type: NodeTypeName; readonly key: string } | null {
  if (!/^[A-Za-z0-9_-]{1,1024}={0,2}$/.test(id)) return null;
  const text = Buffer.from(id, 'base64url').toString();
  const split = text.indexOf(':');
  if (split < 1) return null;
  const type = nodeTypeNames.find((name) => name === text.slice(0, split));
  if (type === undefined) return null;
  const key = text.slice(split + 1);
  return encodeGlobalId(type, key) === id.replace(/=+$/, '') ? { type, key } : null;
}

/**
 * Returns the key in a global id of this type; null for a text that is no global id.
 *
 * @param argument - Name of the GraphQL argument, for the error message.
 * @throws {InvalidInputError} the text is a global id of another type.
 */
export function parseGlobalIdOfType(
  type: NodeTypeName,
  text: string,
  argument: string,
): string | null {
  const global = decodeGlobalId(text);
  if (global === null) return null;
  if (global.type === type) return global.key;
  throw new InvalidInputError(`${argument} must be a global id of ${type}, not of ${global.type}`);
}

/**
 * Returns the natural key that a GraphQL argument names: the key in a global id of this type, or
 * any other text as it is.
 *
 * @throws {InvalidInputError} the text is a global id of another type.
 * @example parseIdOrKey('Book', 'Qm9vazpYMQ', 'code') // 'X1'
 */
export function parseIdOrKey(type: NodeTypeName, text: string, argument: string): string {
  return parseGlobalIdOfType(type, text, argument) ?? text;
}

/**
 * Joins the parts of a compound key with spaces; all but the last are percent-encoded.
 *
 * @example joinCompoundKey(['weather', 'New York']) // 'weather New York'
 */
export function joinCompoundKey(fields: readonly (string | number)[]): string {
  return fields
    .map((field, at) => (at < fields.length - 1 ? encodeURIComponent(field) : String(field)))
    .join(' ');
}

/** Splits a key that `joinCompoundKey` has made of `count` parts; null for other keys. */
export function splitCompoundKey(key: string, count: number): readonly string[] | null {
  const fields = key.split(' ');
  if (fields.length < count) return null;
  const last = fields.splice(count - 1).join(' ');
  try {
    return [...fields.map(decodeURIComponent), last];
  } catch {
    return null;
  }
}
