import type { Variables } from '../compile.ts';
import type { CompiledFragments } from './compiled-fragment.ts';

/**
 * State of one execution with cached fragments; the root value of placeholder fields. Once
 * `hasFailed` is set, resolvers do nothing.
 */
export type FragmentExecutionState = {
  readonly variables: Variables;
  readonly fragments: CompiledFragments;
  /** Encoded fragments, at the positions of their placeholders. */
  readonly encoded: Buffer[];
  bytesLeft: number;
  hasFailed: boolean;
};

/** Creates the state of a new execution. */
export const createFragmentExecutionState = (
  variables: Variables,
  fragments: CompiledFragments,
  maxBytes: number,
): FragmentExecutionState => ({
  variables,
  fragments,
  encoded: [],
  bytesLeft: maxBytes,
  hasFailed: false,
});
