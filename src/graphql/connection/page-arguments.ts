import { InvalidInputError } from '../../lib/errors.ts';

/** The arguments that select a page. */
export type PageArguments = {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
};

/** Edges of a page when the client gives neither `first` nor `last`. */
export const standardPageSize = 20;
/** Maximum edges of a page. */
export const maxPageSize = 100;

/** The page that a client requests: `size` edges after or before a cursor, or from an end. */
export type PageRequest = {
  readonly size: number;
  /** True for `first` and `after`, false for `last` and `before`. */
  readonly isForward: boolean;
  readonly cursor: string | null;
};

/**
 * Parses the arguments of a page.
 *
 * @throws {InvalidInputError} both directions are given, or a size is not from 1 to 100.
 */
export function parsePageRange({ first, after, last, before }: PageArguments): PageRequest {
  const isForward = first != null || after != null;
  const isBackward = last != null || before != null;
  if (isForward && isBackward) {
    throw new InvalidInputError(
      'first and after select a page forwards, last and before backwards: give one pair only',
    );
  }
  const [name, size] = isBackward ? ['last', last] : ['first', first];
  return {
    size: parsePageSize(name as string, size as number | null | undefined),
    isForward: !isBackward,
    cursor: (isBackward ? before : after) ?? null,
  };
}

function parsePageSize(name: string, size: number | null | undefined): number {
  const parsed = size ?? standardPageSize;
  if (parsed < 1 || parsed > maxPageSize) {
    throw new InvalidInputError(`${name} must be from 1 to ${maxPageSize}`);
  }
  return parsed;
}
