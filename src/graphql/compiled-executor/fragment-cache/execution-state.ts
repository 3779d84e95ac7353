import type { Variables } from '../compile.ts';
import type { CachedFragments } from './cached-fragment.ts';

/**
 * One execution in parts, handed to the twin fields as the root value. It serves only when all of it
 * is at hand and nothing fails; as soon as it has failed, nothing more of it is made.
 */
export type ExecutionState = {
  readonly variables: Variables;
  /** Those that its operation mentions. */
  readonly fragments: CachedFragments;
  /** The JSON of parts, in the places of the stand-ins. */
  readonly encoded: Buffer[];
  /** So many bytes may still be encoded. */
  bytesLeft: number;
  hasFailed: boolean;
};

/** Nothing is encoded yet. */
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
