import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../context.ts';
import type { ClientNameHeaders, LabelClient } from '../../http/client-name.ts';
import type { UndeliveredBytes } from '../../http/connections/undelivered-bytes.ts';
import { ensureRequestTrace, linkRequestSpan } from '../../http/request-trace.ts';
import { slowClientMessage } from '../../http/sse/sse-connection.ts';
import { InvalidInputError, RateLimitedError } from '../../lib/errors.ts';
import type { ClientRateLimits } from '../../lib/limits/client-rate-limits.ts';
import type { TraceContext } from '../../lib/trace-context.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { EncodedResult } from '../operation-result.ts';
import type { PersistedDocuments } from '../persisted-documents/index.ts';
import { parseGraphQLParams } from '../request/graphql-params.ts';
import type { PreparedOperation, PrepareOperation } from '../run-operation.ts';
import { encodeResultBetween, type ResultFrameEncoder } from '../sse/graphql-sse-frames.ts';
import { prepareForEvents, runToSseFrames } from '../sse/operation.ts';
import { type OperationSignalAndLastEventId, sharingKeyOf } from '../sse/shared-mode-helpers.ts';
import type { UsageRecorder } from '../usage/operation-usage.ts';
import type { ClientSocket } from './client-socket.ts';
import {
  createSharedSubscription,
  createWrittenResults,
  nextEnd,
  nextStart,
  type SharedSubscription,
  type WrittenResults,
  writeSubscription,
} from './shared-subscriptions.ts';

/** Dependencies of operations over WebSocket that the application provides. */
export type WebSocketOperationsOptions = {
  readonly prepareOperation: PrepareOperation;
  readonly createContext: (
    request: IncomingMessage,
    origin: OperationSignalAndLastEventId,
    names: ClientNameHeaders,
  ) => Context;
  readonly documents: PersistedDocuments;
  readonly unread: UndeliveredBytes;
  /** Charges clients that join a subscription; `Context.costCharger` charges its first one. */
  readonly clientLimits: Pick<ClientRateLimits, 'graphql'>;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly usage: UsageRecorder;
  readonly labelClient: LabelClient;
};

/** A `subscribe` message. */
export type SubscribeMessage = {
  readonly client: ClientSocket;
  readonly id: string;
  readonly payload: object;
  /** The headers and parameters of the connection, either of which may name the client. */
  readonly names: ClientNameHeaders;
  /** Whether results have the cost in their extensions. */
  readonly showsCost: boolean;
};

/**
 * Starts the operation of a message. Returns the errors for which it is refused, or the iterator that
 * writes its results while it is read.
 */
export type StartOperation = (
  message: SubscribeMessage,
) => Promise<readonly GraphQLError[] | WrittenResults>;

/** A subscription that starts: what it runs with, and what causes its upstream calls. */
type Started = {
  readonly context: Context;
  readonly stop: () => void;
  readonly trace: TraceContext | undefined;
};

const longestId = 200;

/** Encodes results as JSON, each once for all clients. */
const payloadEncoder = (): ResultFrameEncoder => ({
  next: (result) => encodeResultBetween('', result, ''),
  complete: () => Buffer.alloc(0),
});

/** Creates the function that starts operations. Equal subscriptions share one execution. */
export function createStartOperation(
  options: WebSocketOperationsOptions & {
    readonly mask: ErrorMask;
    readonly countSlowStream: () => void;
  },
): StartOperation {
  const { prepareOperation, createContext, documents, unread, clientLimits, addressOf } = options;
  const { usage, labelClient } = options;
  const { mask, countSlowStream } = options;
  const running = new Map<string, Promise<SharedSubscription | EncodedResult>>();

  const toTooSlowError = () => {
    countSlowStream();
    return mask(new RateLimitedError(slowClientMessage, 1));
  };
  const write = (shared: SharedSubscription, { client, id }: SubscribeMessage) =>
    writeSubscription({ shared, client, id, unread, toTooSlowError });

  /** Returns the subscription with this key if a new client would miss nothing of it. */
  async function findShared(key: string): Promise<SharedSubscription | null> {
    const known = await running.get(key);
    return known && 'stream' in known && known.stream.canJoin() ? known : null;
  }

  async function share(
    key: string,
    operation: PreparedOperation,
    { context, stop, trace }: Started,
  ): Promise<SharedSubscription | EncodedResult> {
    const outcome = await operation.run();
    if (!(Symbol.asyncIterator in outcome)) return outcome;
    const { type } = operation;
    const frames = await runToSseFrames(
      { ...operation, type, run: () => outcome },
      { context, mask, encoding: payloadEncoder() },
    );
    return createSharedSubscription({
      frames,
      cost: context.costCharger.chargedObjects(),
      usage: operation.usage,
      trace,
      isStillValid: () => context.cursor.isStillValid()(),
      stop,
      onEnd: () => running.delete(key),
    });
  }

  async function subscribe(
    operation: PreparedOperation,
    message: SubscribeMessage,
    started: Started & { readonly key: string },
  ): Promise<readonly GraphQLError[] | WrittenResults> {
    const { key } = started;
    const sharing = share(key, operation, started);
    running.set(key, sharing);
    const shared = await sharing.catch((error: unknown) => {
      running.delete(key);
      throw error;
    });
    if ('stream' in shared) return write(shared, message);
    running.delete(key);
    return shared.errors;
  }

  async function start(
    message: SubscribeMessage,
  ): Promise<readonly GraphQLError[] | WrittenResults> {
    const { client, id, payload, names, showsCost } = message;
    const { request } = client;
    if (id.length > longestId) {
      throw new InvalidInputError(
        `the id of an operation must have at most ${longestId} characters`,
      );
    }
    const params = parseGraphQLParams(await documents.resolve(withoutEmptyQuery(payload)));
    unread.admit(request);
    const key = sharingKeyOf(params, { showsCost });
    const known = await findShared(key);
    if (known) {
      await clientLimits.graphql?.consume(addressOf(request), Math.max(1, known.cost));
      if (known.usage) {
        usage.record(known.usage, labelClient(names), { outcome: 'ok', seconds: 0 });
      }
      linkRequestSpan(request, known.trace);
      return write(known, message);
    }
    const stopping = new AbortController();
    const stop = () =>
      stopping.abort(new DOMException('the last subscriber has disconnected', 'AbortError'));
    const origin = { signal: stopping.signal, lastEventId: null };
    const context = createContext(request, origin, names);
    const operation = prepareForEvents(prepareOperation, {
      params,
      context,
      method: 'POST',
      extensions: { showsCost },
    });
    if (operation.type === OperationTypeNode.SUBSCRIPTION) {
      const { context: trace } = ensureRequestTrace(request);
      return subscribe(operation, message, { key, context, stop, trace });
    }
    if (client.signal.aborted) stop();
    client.signal.addEventListener('abort', stop, { once: true });
    const outcome = await operation.run();
    if ('errors' in outcome && !outcome.hasData) return outcome.errors;
    return writeResults(Symbol.asyncIterator in outcome ? outcome : [outcome], message, stop);
  }

  /** Writes the results of a query or mutation at the pace of the client. */
  function writeResults(
    results: Iterable<EncodedResult> | AsyncIterable<ExecutionResult>,
    { client, id }: SubscribeMessage,
    stop: () => void,
  ): WrittenResults {
    async function writeAll(): Promise<void> {
      for await (const result of results) {
        const json = encodeResultBetween('', result, '');
        unread.admit(client.request, json);
        if (client.send(nextStart(id), json, nextEnd)) continue;
        const release = unread.hold(client.request, json);
        await client.drained();
        release();
      }
      client.signal.removeEventListener('abort', stop);
    }
    return createWrittenResults(
      () => writeAll().catch((error: unknown) => Promise.reject(mask(error))),
      stop,
    );
  }

  return async (message) => {
    try {
      return await start(message);
    } catch (error) {
      return [mask(error)];
    }
  };
}

/** A persisted document comes with an empty `query`, because the protocol demands a text. */
function withoutEmptyQuery(payload: object): Record<string, unknown> {
  const { query, ...rest } = payload as Record<string, unknown>;
  return query === '' ? rest : { query, ...rest };
}
