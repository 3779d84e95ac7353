import type { Variables } from '../compile.ts';
import type { CachedFragments } from './cached-fragment.ts';

/**
 * State of one execution with cached fragments; placeholder fields get it as the root value. After
 * `hasFailed` is set, the resolvers do nothing and the result is discarded.
 */
export type ExecutionState = {
  readonly variables: Variables;
  /** Fragments of the operation by id. */
  readonly fragments: CachedFragments;
  /** Encoded fragments, at the positions of their placeholders. */
  readonly encoded: Buffer[];
  /** Bytes that may still be encoded. */
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
