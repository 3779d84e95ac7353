import { ServiceError } from '../lib/http-service.ts';

/**
 * A parameter that must be there.
 *
 * @throws {ServiceError} 400, naming the parameter.
 */
export function requiredParam(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? '';
  if (value === '') throw new ServiceError(400, `${name} is required`);
  return value;
}

/**
 * A time in Unix seconds, given as such or as an ISO date-time; null when absent.
 *
 * @throws {ServiceError} 400 it is neither.
 */
export function timeParam(query: URLSearchParams, name: string): number | null {
  const value = query.get(name) ?? '';
  if (value === '') return null;
  const seconds = /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : parseIsoSeconds(value);
  if (seconds === null) throw new ServiceError(400, `${name} must be Unix seconds or an ISO time`);
  return Math.floor(seconds);
}

/** Unix seconds of an ISO date-time; null when it is none. */
export function parseIsoSeconds(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** Bounds of a whole number, and what it is when absent. */
export type WholeNumberRange = {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
};

/**
 * A whole number; above `max` it becomes `max`.
 *
 * @throws {ServiceError} 400 it is not a whole number of at least `min`.
 */
export function wholeNumberParam(
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

/** A comma-separated list without blanks and empty parts. */
export function listParam(query: URLSearchParams, name: string): readonly string[] {
  const parts = (query.get(name) ?? '').split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/**
 * A 32-byte id in lower case.
 *
 * @throws {ServiceError} 400 it is missing or not `0x` and 64 hex digits.
 */
export function itpIdParam(query: URLSearchParams): string {
  const value = requiredParam(query, 'itp_id');
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw new ServiceError(400, 'itp_id must be 0x and 64 hex digits');
  }
  return value.toLowerCase();
}

/**
 * A wallet address as given.
 *
 * @throws {ServiceError} 400 it is missing or not `0x` and 40 hex digits.
 */
export function addressParam(query: URLSearchParams, name: string): string {
  const value = requiredParam(query, name);
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw new ServiceError(400, `${name} must be 0x and 40 hex digits`);
  }
  return value;
}
