import fc from 'fast-check';
import { type ExecutionResult, execute, type GraphQLSchema, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseFreshness } from '../../src/cache/response-freshness-tracker.ts';
import { domainModules } from '../../src/domains/index.ts';
import { createCompilingExecutor } from '../../src/graphql/compiled-executor/index.ts';
import { defaultCostLimits } from '../../src/graphql/cost/cost-limits.ts';
import { createGraphQLEngine } from '../../src/graphql/engine.ts';
import { createErrorMask } from '../../src/graphql/graphql-errors.ts';
import { createPrepareOperation, type PrepareOperation } from '../../src/graphql/run-operation.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { createOperationsInProgress } from '../../src/lib/limits/operations-in-progress.ts';
import { type ChangingWorld, startChangingWorld } from './support/changing-world.ts';
import { anyQuestions, type Question } from './support/random-documents.ts';

let world: ChangingWorld;
let schema: GraphQLSchema;
let prepare: PrepareOperation;
/** Answers in pieces, of all that were given. */
const count = { inParts: 0, all: 0 };

beforeAll(async () => {
  world = await startChangingWorld();
  schema = createSchema(domainModules);
  const engine = createGraphQLEngine(schema);
  prepare = createPrepareOperation({
    engine,
    execute: createCompilingExecutor({
      engine,
      reusableJsonFields: domainModules,
      telemetry: world.deps.telemetry,
      maxPartBytes: 1_000_000,
      maxPlanBytes: 10_000_000,
      maxResponseBytes: defaultCostLimits.bytes,
    }),
    mask: createErrorMask(world.deps.log),
    limits: defaultCostLimits,
    lengths: {},
    maxDocumentBytes: 10_000_000,
    inProgress: createOperationsInProgress({ maxBytes: Infinity, maxWait: 0 }),
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** What is answered, and how fresh it is said to be; null for what is refused. */
async function response({ query, variables }: Question) {
  const context = world.context();
  const params = { query, variables, operationName: null, extensions: {} };
  const made = await prepare(params, context).run();
  if (!('json' in made) || !made.hasData) return null;
  const { json } = made;
  const isInParts = typeof json !== 'string';
  count.all += 1;
  if (isInParts) count.inParts += 1;
  const text = isInParts ? Buffer.concat(json).toString() : json;
  const { data, errors } = JSON.parse(text) as ExecutionResult;
  return { ...said(data, errors), freshness: context.requestCache.freshness.summary() };
}

/** The data as text, since the order of its fields counts. */
const said = (data: unknown, errors: unknown) => ({
  data: JSON.stringify(data, null, 1) as string | undefined,
  hasErrors: errors !== undefined,
});

/** The same by graphql's own executor, which knows nothing of parts. */
async function reference({ query, variables }: Question) {
  const context = world.context();
  const { data, errors } = await execute({
    schema,
    document: parse(query),
    variableValues: variables,
    contextValue: context,
  });
  if (errors) context.requestCache.freshness.markUncacheable();
  return {
    ...said(data, errors),
    freshness: context.requestCache.freshness.summary(),
  };
}

/** Both at the same moment; of one that came second, whoever it was, the values were asked for already. */
async function compare(question: Question) {
  const answered = response(question);
  // Of what is refused as too large the reference would make all.
  if (answered === null) return;
  const [ours, theirs] = await Promise.all([answered, reference(question)]);
  if (ours === null) return;
  expect({ ...ours, freshness: ageOf(ours.freshness) }).toEqual({
    ...theirs,
    freshness: ageOf(theirs.freshness),
  });
}

/** A freshness without how its values were come by. */
function ageOf({ outcome: _outcome, rows, ...age }: ResponseFreshness) {
  const byRow = [...rows].map(([policy, { oldest, freshUntil }]) => [policy, oldest, freshUntil]);
  return { ...age, rows: byRow.sort() };
}

function confuse(isConfused: boolean): void {
  world.confuse(isConfused);
  world.deps.cache.invalidate('navSeries');
  world.deps.cache.invalidate('marketHistory');
}

/** What may happen between two requests. */
const events: Readonly<Record<string, () => void>> = {
  nothing: () => {},
  'a moment': () => world.pass(900),
  'two seconds': () => world.pass(2001),
  'eleven seconds': () => world.pass(11_000),
  'two minutes': () => world.pass(120_000),
  'a change': () => world.change(),
  'a change that is told of': () => {
    world.change();
    for (const policy of ['nav', 'price', 'ranking', 'dtfSnapshot', 'marketSnapshot'] as const) {
      world.deps.cache.invalidate(policy);
    }
  },
  'a path that is gone': () => world.take('/nav-series', true),
  'times that are none': () => confuse(true),
  'times again': () => confuse(false),
  'a path that is there again': () => world.take('/nav-series', false),
};

test('behavior: random queries give the same responses with and without cached fragments, in every state of the cache', async () => {
  const happenings = fc.array(fc.constantFrom(...Object.keys(events)), {
    minLength: 3,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(anyQuestions, happenings, async (questionOf, happened) => {
      // The document becomes known, and its values come to hand.
      for (let use = 0; use < 3; use += 1) await response(questionOf(0));
      await compare(questionOf(0));
      for (const [index, event] of happened.entries()) {
        events[event]?.();
        await compare(questionOf(index));
        await world.settle();
        await compare(questionOf(index));
        await compare(questionOf(index + 1));
      }
      events['a path that is there again']?.();
      events['times again']?.();
    }),
    { endOnFailure: true, numRuns: 300 },
  );
  // The property would hold of nothing if parts were never used.
  expect(count.inParts).toBeGreaterThan(count.all / 10);
});
