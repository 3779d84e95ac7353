import {
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { errorResponseHeaders } from '../http/error-response.ts';
import { toGatewayError } from '../lib/errors.ts';
import {
  memoryOfResponseByte,
  type OperationsInProgress,
} from '../lib/limits/operations-in-progress.ts';
import { catchMaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import { mapEvents } from '../streaming/map-events.ts';
import {
  createInterpreter,
  type Executor,
  type ExecutorArgs,
  type ExecutorOutcome,
} from './compiled-executor/index.ts';
import { createAddCost } from './cost/add-cost.ts';
import { type CostOptions, createCostCheck } from './cost/cost-limits.ts';
import type { Cost } from './cost/cost-tree.ts';
import { createDocumentStore } from './document-store.ts';
import type { GraphQLEngine } from './engine.ts';
import { limitErrors } from './error-limit.ts';
import { subscribeWithSharedExecution } from './execute-once-per-event.ts';
import { type ErrorMask, noOperationError } from './graphql-errors.ts';
import { createInlineTracer } from './inline-trace/start-inline-trace.ts';
import {
  type EncodedResult,
  encodeOnlyResult,
  limitResultSize,
  limitTotalResultSize,
} from './operation-result.ts';
import type { GraphQLParams } from './request/graphql-params.ts';
import { noUsage, type OperationUsage, type UsageRecorder } from './usage/operation-usage.ts';
import { checkStreamInitialCounts, findVariableErrors } from './validation/variable-checks.ts';

/** The only result of an operation, encoded, or its parts or events. */
export type OperationOutcome = EncodedResult | AsyncIterable<ExecutionResult>;

/** An operation after validation, before execution. */
export type PreparedOperation = {
  /** Null for an invalid document, or one without the operation; `run` returns the errors. */
  readonly type: OperationTypeNode | null;
  /** What metrics say about it; null like `type`. */
  readonly usage: OperationUsage | null;
  /** Executes the operation. Failures become results and are never thrown. */
  readonly run: () => OperationOutcome | Promise<OperationOutcome>;
  /** Returns the cost as the extension of a result without data, or the errors of the document. */
  readonly estimate: () => EncodedResult | Promise<EncodedResult>;
  /** Returns the errors for which `run` would refuse the operation whatever its variables are. */
  readonly findErrors: () => Promise<readonly GraphQLError[]>;
};

/** What the result of an operation has besides its data and errors. */
export type ResultExtensions = {
  /** Whether it has the trace that federation routers read. */
  readonly isTraced?: boolean;
  /** Whether it has the cost (`ShownCost`). */
  readonly showsCost?: boolean;
  /** Whether it has nothing but the cost, because the operation is not executed. */
  readonly isEstimate?: boolean;
};

/** Parses and validates an operation. */
export type PrepareOperation = (
  params: GraphQLParams,
  context: Context,
  extensions?: ResultExtensions,
) => PreparedOperation;

type Refusal = { readonly errors: readonly GraphQLError[] };
type Part = { readonly errors?: readonly GraphQLError[] };
type Parts = Part & { readonly incremental?: readonly Part[] };

/**
 * Creates the only way in which the gateway executes GraphQL operations: parse, validate, limits,
 * variables, cost, charge, admission, execute, mask, encode.
 */
export function createPrepareOperation(
  options: CostOptions & {
    readonly engine: GraphQLEngine;
    readonly execute: Executor;
    readonly mask: ErrorMask;
    /** Maximum size of the parsed documents, bytes. */
    readonly maxDocumentBytes: number;
    /** Bounds the memory of all operations that are executed at one time. */
    readonly inProgress: OperationsInProgress;
    /** Counts what operations use. */
    readonly usage?: UsageRecorder;
  },
): PrepareOperation {
  const { engine, execute, mask, inProgress, usage: recorder = noUsage } = options;
  const { schema } = engine;
  const maxBytes = options.limits.bytes;
  const checkDocument = createDocumentStore(engine, options.maxDocumentBytes);
  const checkCost = createCostCheck(options);
  const interpret = createInterpreter(engine);
  const startTrace = createInlineTracer(schema);
  const boundEvent = memoizeOnObject((event: ExecutionResult) => limitResultSize(event, maxBytes));

  /** Checks what depends on the values of variables, and charges the cost to the client. */
  function check(
    args: ExecutorArgs,
    operation: OperationDefinitionNode,
  ): Cost | Refusal | Promise<Cost | Refusal> {
    const { document, variableValues, contextValue } = args;
    const stream = checkStreamInitialCounts(document, operation, variableValues);
    if (stream) return { errors: [stream] };
    const wrong = findVariableErrors(schema, operation, variableValues);
    if (wrong) return { errors: wrong };
    return mapMaybePromise(checkCost({ schema, ...args }, operation, variableValues), (cost) => {
      if (cost instanceof GraphQLError) return { errors: [cost] };
      return (
        contextValue.costCharger.charge(cost.objects)?.then(
          () => cost,
          (error: unknown) => ({ errors: [overLimitError(error)] }),
        ) ?? cost
      );
    });
  }

  return (params, context, { isTraced = false, showsCost = false } = {}) => {
    const { query, operationName, variables } = params;
    const addTrace = isTraced ? startTrace(context) : null;

    /** Masks and limits the errors of a result or of one of several. */
    const maskPart = <T extends Part>(part: T): T =>
      part.errors
        ? { ...part, errors: limitErrors(part.errors).map((error) => mask(error, context)) }
        : part;
    const show = (result: Parts): ExecutionResult => {
      const shown = maskPart(result);
      return (
        result.incremental ? { ...shown, incremental: result.incremental.map(maskPart) } : shown
      ) as ExecutionResult;
    };

    function encode(
      result: ExecutionResult,
      texts?: readonly string[],
    ): EncodedResult | Promise<EncodedResult> {
      if (result.data === undefined || result.errors) {
        context.requestCache.freshness.markUncacheable();
      }
      const shown = show(result);
      const costed = costs ? costs.addCost(shown) : shown;
      return encodeOnlyResult(addTrace ? addTrace(costed) : costed, maxBytes, texts);
    }

    function finish(outcome: ExecutorOutcome): OperationOutcome | Promise<OperationOutcome> {
      if ('json' in outcome) return { json: outcome.json, errors: [], hasData: true };
      if ('result' in outcome) return encode(outcome.result, outcome.texts);
      const parts = mapEvents(outcome, show);
      const costed = costs ? mapEvents(parts, costs.addCostToLastPart()) : parts;
      return limitTotalResultSize(costed, maxBytes);
    }

    const recover = (error: unknown) => encode({ errors: [error as GraphQLError] });

    const { document, errors } = checkDocument(query);
    const operation = document && getOperationAST(document, operationName);

    const costs = showsCost
      ? createAddCost({
          ...{ schema, document, operation, limit: options.limits.objects },
          charged: context.costCharger.chargedObjects,
        })
      : null;

    if (!operation) {
      const refusal = errors ?? [noOperationError()];
      return {
        type: null,
        usage: null,
        run: () => encode({ errors: refusal }),
        estimate: () => encode({ errors: refusal }),
        findErrors: async () => refusal.map((error) => mask(error, context)),
      };
    }
    const args = { document, operationName, variableValues: variables, contextValue: context };
    const type = operation.operation;
    const usage = recorder.describe({ query, document, operation, variables });

    const toEstimate = ({ objects }: Cost): ExecutionResult => {
      const requested = Math.max(1, Math.ceil(objects));
      return { data: null, extensions: { cost: { requested, limit: options.limits.objects } } };
    };

    /** Does work when its memory fits; fails only if it does not. */
    function admit<T extends object>(cost: Cost, work: () => T | Promise<T>): T | Promise<T> {
      const { clientAddress: client, signal } = context;
      return inProgress.run({ client, bytes: cost.bytes * memoryOfResponseByte, signal }, work);
    }

    async function subscribe(cost: Cost): Promise<OperationOutcome> {
      const source = await subscribeWithSharedExecution({ schema, ...args }, (work) =>
        catchMaybePromise(
          () => admit(cost, work),
          (error): ExecutionResult => ({ errors: [error as GraphQLError] }),
        ),
      );
      if (!(Symbol.asyncIterator in source)) return encode(source);
      return mapEvents(source, (event) =>
        boundEvent(costs ? costs.addCost(show(event)) : show(event)),
      );
    }

    // Compiled plans give JSON, which has no objects to look at.
    const perform = () =>
      mapMaybePromise((isTraced || showsCost ? interpret : execute)(args), finish);

    function record(outcome: OperationOutcome, startedAt: number): OperationOutcome {
      const isRefused = 'hasData' in outcome && !outcome.hasData;
      const hasErrors = 'errors' in outcome && outcome.errors.length > 0;
      recorder.record(usage, context.clientLabel, {
        outcome: isRefused ? 'refused' : hasErrors ? 'errors' : 'ok',
        seconds: (performance.now() - startedAt) / 1000,
      });
      return outcome;
    }

    const runChecked = () =>
      catchMaybePromise(() => {
        if (type !== OperationTypeNode.QUERY) context.requestCache.freshness.markUncacheable();
        return mapMaybePromise(check(args, operation), (cost) => {
          if ('errors' in cost) return encode(cost);
          if (type === OperationTypeNode.SUBSCRIPTION) return subscribe(cost);
          return catchMaybePromise(
            () => admit(cost, () => catchMaybePromise(perform, recover)),
            (error) => encode({ errors: [overLimitError(error)] }),
          );
        });
      }, recover);

    return {
      type,
      usage,
      run: () => {
        const startedAt = performance.now();
        return mapMaybePromise(runChecked(), (outcome) => record(outcome, startedAt));
      },
      estimate: () =>
        catchMaybePromise(
          () =>
            mapMaybePromise(checkCost({ schema, ...args }, operation, variables), (cost) =>
              cost instanceof GraphQLError ? encode({ errors: [cost] }) : encode(toEstimate(cost)),
            ),
          recover,
        ),
      findErrors: async () => {
        const cost = await checkCost({ schema, ...args }, operation, {});
        return cost instanceof GraphQLError ? [mask(cost, context)] : [];
      },
    };
  };
}

/** The error of a client over a limit, with the status and headers of its response. */
function overLimitError(thrown: unknown): GraphQLError {
  const error = toGatewayError(thrown);
  return new GraphQLError(error.message, {
    originalError: null,
    extensions: {
      code: error.code,
      http: { status: error.status, headers: errorResponseHeaders(error) },
    },
  });
}
