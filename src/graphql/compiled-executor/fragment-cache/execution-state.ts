import type { Variables } from '../compile.ts';
import type { CachedFragments } from './cached-fragment.ts';

/**
 * State of one execution with cached fragments; the root value of placeholder fields. Once
 * `hasFailed` is set, resolvers do nothing.
 */
export type ExecutionState = {
  readonly variables: Variables;
  readonly fragments: CachedFragments;
  /** Encoded fragments, at the positions of their placeholders. */
  readonly encoded: Buffer[];
  bytesLeft: number;
  hasFailed: boolean;
};

/** Creates the state of a new execution. */
export const createExecutionState = (
  variables: Variables,
  fragments: CachedFragments,
  maxBytes: number,
): ExecutionState => ({
  variables,
  fragments,
  encoded: [],
  bytesLeft: maxBytes,
  hasFailed: false,
});
