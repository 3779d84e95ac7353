import type { Variables } from '../compile.ts';
import type { Parts } from './part.ts';

/**
 * One execution in parts, handed to the twin fields as the root value. It serves only when all of it
 * is at hand and nothing fails; as soon as it has failed, nothing more of it is made.
 */
export type Run = {
  readonly variables: Variables;
  /** Those that its operation mentions. */
  readonly parts: Parts;
  /** The JSON of parts, in the places of the stand-ins. */
  readonly encoded: Buffer[];
  /** So many bytes may still be encoded. */
  bytesLeft: number;
  hasFailed: boolean;
};

/** Nothing is encoded yet. */
export const beginRun = (variables: Variables, parts: Parts, maxBytes: number): Run => ({
  variables,
  parts,
  encoded: [],
  bytesLeft: maxBytes,
  hasFailed: false,
});
