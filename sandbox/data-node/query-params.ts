import { ServiceError } from '../lib/http-service.ts';

/**
 * Returns a required parameter.
 *
 * @throws {ServiceError} 400 the parameter is missing; the message names it.
 */
export function parseRequiredParam(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? '';
  if (value === '') throw new ServiceError(400, `${name} is required`);
  return value;
}

/**
 * Parses a time in Unix seconds or as an ISO date-time into Unix seconds; null if absent.
 *
 * @throws {ServiceError} 400 the value is neither.
 */
export function parseTimeParam(query: URLSearchParams, name: string): number | null {
  const value = query.get(name) ?? '';
  if (value === '') return null;
  const seconds = /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : parseIsoSeconds(value);
  if (seconds === null) throw new ServiceError(400, `${name} must be Unix seconds or an ISO time`);
  return Math.floor(seconds);
}

/** Parses an ISO date-time into Unix seconds; null if it is none. */
export function parseIsoSeconds(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** Bounds of a whole number, and its value if absent. */
export type WholeNumberRange = {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
};

/**
 * Parses a whole number; values above `max` become `max`.
 *
 * @throws {ServiceError} 400 the value is not a whole number of at least `min`.
 */
export function parseClampedWholeNumberParam(
  query: URLSearchParams,
  name: string,
  range: WholeNumberRange,
): number {
  const value = query.get(name) ?? '';
  if (value === '') return range.fallback;
  if (!/^\d{1,15}$/.test(value) || Number(value) < range.min) {
    throw new ServiceError(400, `${name} must be a whole number of at least ${range.min}`);
  }
  return Math.min(Number(value), range.max);
}

/** Parses a comma-separated list; items are trimmed, and empty items are dropped. */
export function parseListParam(query: URLSearchParams, name: string): readonly string[] {
  const parts = (query.get(name) ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/**
 * Parses a 32-byte id into lower case.
 *
 * @throws {ServiceError} 400 the id is missing or not `0x` and 64 hex digits.
 */
export function parseItpIdParam(query: URLSearchParams): string {
  const value = parseRequiredParam(query, 'itp_id');
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw new ServiceError(400, 'itp_id must be 0x and 64 hex digits');
  }
  return value.toLowerCase();
}

/**
 * Returns a wallet address unchanged.
 *
 * @throws {ServiceError} 400 the address is missing or not `0x` and 40 hex digits.
 */
export function parseAddressParam(query: URLSearchParams, name: string): string {
  const value = parseRequiredParam(query, name);
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw new ServiceError(400, `${name} must be 0x and 40 hex digits`);
  }
  return value;
}
