import type { Part } from '../harness/part.ts';
import { cached } from './cached.ts';
import { memory } from './memory.ts';
import { nested } from './nested.ts';
import { pass } from './pass.ts';
import { rest } from './rest.ts';
import { scale } from './scale.ts';
import { snapshot } from './snapshot.ts';
import { sse } from './sse.ts';
import { whole } from './whole.ts';

/** The suite, in its order. */
export const parts: readonly Part[] = [
  nested,
  cached,
  whole,
  rest,
  pass,
  snapshot,
  sse,
  scale,
  memory,
];
