import { z } from 'zod';
import { InvalidInputError } from '../lib/errors.ts';
import type { JsonRoute, ParamsSchema, StreamRoute } from './route.ts';

/**
 * Parses the declared parameters of a query string. Undeclared ones are ignored, or rejected by
 * strict schemas.
 *
 * @throws {InvalidInputError} a declared parameter is repeated, missing or malformed; the message
 * names it, and where it is missing the undeclared one that may stand for it.
 */
export function parseQueryParams<S extends ParamsSchema>(shape: S, text: string): z.output<S> {
  const plain = readPlain(shape, text);
  if (plain) return parseParams(shape, plain);
  const query = new URLSearchParams(text);
  const unknown = [...query.keys()].find((name) => !Object.hasOwn(shape.shape, name));
  return parseParams(shape, readQuery(shape, query, unknown), unknown);
}

/** Queries that need no decoding: no percent-encoding, plus signs or brackets. */
const plainQuery = /^[\w.,:~&=-]*$/;

/** Fast parser of queries that need no decoding; null for others and for invalid ones. */
function readPlain({ shape }: ParamsSchema, text: string): Record<string, string> | null {
  if (!plainQuery.test(text)) return null;
  const given: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('&', at);
    const end = next < 0 ? text.length : next;
    const equals = text.indexOf('=', at);
    const hasValue = equals >= 0 && equals < end;
    const name = text.slice(at, hasValue ? equals : end);
    if (!Object.hasOwn(shape, name) || Object.hasOwn(given, name)) return null;
    given[name] = hasValue ? text.slice(equals + 1, end) : '';
    at = end + 1;
  }
  return given;
}

function readQuery(
  shape: ParamsSchema,
  query: URLSearchParams,
  unknown: string | undefined,
): Record<string, string> {
  const given: Record<string, string> = {};
  const names = [...query.keys()];
  for (const name of Object.keys(shape.shape)) {
    const values = query.getAll(name);
    if (values.length > 1 || names.some((other) => other.startsWith(`${name}[`))) {
      throw new InvalidInputError(`${name} must be given once`);
    }
    if (values[0] !== undefined) given[name] = values[0];
  }
  const isStrict = shape._zod.def.catchall?._zod.def.type === 'never';
  if (isStrict && unknown !== undefined) {
    const known = Object.keys(shape.shape).join(', ');
    throw new InvalidInputError(`unknown parameter ${unknown.slice(0, 50)}; known are ${known}`);
  }
  return given;
}

/** Schema of a name, for the parameter `name`: 1 to 256 characters. */
export const nameParameterSchema = (name: string) =>
  z.string().min(1, `${name} must not be empty`).max(256, `${name} must be at most 256 characters`);

/**
 * Validates parameters against a schema.
 *
 * @param unknown - A parameter that was given and is not declared.
 * @throws {InvalidInputError} a parameter is invalid; the message names the first one and what
 * would be right.
 */
export function parseParams<S extends z.ZodType>(
  shape: S,
  given: unknown,
  unknown?: string,
): z.output<S> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InvalidInputError(describeIssues(parsed.error.issues, given, unknown));
}

function describeIssues(
  [issue, ...others]: readonly z.core.$ZodIssue[],
  given: unknown,
  unknown: string | undefined,
): string {
  if (!issue) return 'the request is malformed';
  const name = issue.path.map(String).join('.');
  if (name === '') return issue.message;
  const isMissing = ({ path }: z.core.$ZodIssue) =>
    typeof given === 'object' &&
    given !== null &&
    path.length === 1 &&
    !Object.hasOwn(given, String(path[0]));
  if (isMissing(issue)) {
    const isMeant = unknown && !others.some(isMissing);
    const hint = isMeant ? `; ${unknown.slice(0, 50)} is unknown, did you mean ${name}?` : '';
    return `${name} is required${hint}`;
  }
  // Our schemas write whole sentences that start with the parameter's name; zod's messages do not.
  return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

/**
 * Parses the path and query parameters of a request.
 *
 * @param params - The path's parameters, decoded.
 * @throws {InvalidInputError} a parameter is repeated, missing or malformed; the message names it.
 */
export function parsePathAndQueryParams<C>(
  route: JsonRoute<C> | StreamRoute<C>,
  params: Readonly<Record<string, unknown>>,
  url: string,
): Record<string, unknown> {
  const inPath = route.params && parseParams(route.params, params);
  if (!route.query) return inPath ?? {};
  const search = url.indexOf('?');
  const inQuery = parseQueryParams(route.query, search < 0 ? '' : url.slice(search + 1));
  return inPath ? { ...inPath, ...inQuery } : inQuery;
}
