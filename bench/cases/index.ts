import { cached } from './cached.ts';
import { nested } from './nested.ts';
import type { Part } from './part.ts';
import { pass } from './pass.ts';
import { rest } from './rest.ts';
import { whole } from './whole.ts';

/** The suite, in its order. */
export const parts: readonly Part[] = [nested, cached, whole, rest, pass];
