import { createConnectionReuseRegistry } from '@dtf-graph/http1-client';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { openStateFile } from '../lib/sqlite-file-helpers.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { SharedChainRanges } from './chain-events/event-index.ts';
import { type ChainEventStore, openChainEventStore } from './chain-events/event-store.ts';
import { createPublicMessageCheck, type PublicMessages } from './checks/public-messages.ts';
import { type ContractAddressLookup, createContractAddressLookup } from './contract-addresses.ts';
import { createEvmChainClients, type EvmChainClients } from './evm-chain.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createOraclePool, type OraclePool } from './oracles.ts';

export type {
  ChainEventSource,
  ChainEventView,
  SharedChainRanges,
} from './chain-events/event-index.ts';
export type { StoredChainEntry } from './chain-events/event-store.ts';
export { lowerBlock } from './chain-events/log-reader.ts';
export {
  createPublicMessageCheck,
  messageParts,
  type PublicMessages,
} from './checks/public-messages.ts';
export {
  type BodyMatchesRequest,
  combineBodyChecks,
  isSameResourceName,
  matchesRequestedResource,
  rowsMatchRequestedResource,
} from './checks/requested-resource.ts';
export { createContractDataLoader, findMulticall3 } from './contract-calls.ts';
export type { EvmChainClients } from './evm-chain.ts';
export type { HttpClient } from './http-client.ts';
export { parseRetryAfterSeconds, type UpstreamJsonResponse } from './json-request.ts';
export type { OracleLag, OraclePool, OracleRequest } from './oracles.ts';
export {
  parseLargeRequiredResponse,
  parseLargeResponse,
  parseRequiredResponse,
  parseResponse,
  publicUpstreamMessage,
  rawUpstreamMessage,
  toUpstreamError,
} from './parse-upstream-response.ts';
export { parseSseEventPieces, type SseParserLimits } from './sse-parser.ts';
export type { UpstreamStream } from './stream-request.ts';

/** The clients of all upstreams that the gateway calls. */
export type Upstreams = {
  readonly dataNode: HttpClient;
  /** The data node over separate connections, so that long streams never delay reads. */
  readonly dataNodeStreams: HttpClient;
  readonly oracles: OraclePool;
  readonly l3: EvmChainClients;
  readonly settlement: EvmChainClients;
  readonly contracts: ContractAddressLookup;
  readonly marketData: HttpClient;
  readonly defiData: HttpClient;
  /** Health of each upstream by name, for `/readyz`. */
  readonly health: () => Readonly<Record<string, ReturnType<HttpClient['health']>>>;
  /** What is wrong with upstreams that respond, by name, for `/readyz`. */
  readonly details: () => Readonly<Record<string, string>>;
  /** Sends a small request to each upstream that no call of the last 5 s has shown to be up. */
  readonly probe: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Deadline of a probe. Shorter than the usual timeout of a Kubernetes readiness probe, 1 s. */
const probeTimeout: Millis = 500;
/** A health result older than this is checked again by `probe`. */
const healthLifetime: Millis = 5000;

/** Creates clients for all configured upstreams. They connect on their first call. */
export function createUpstreams(deps: {
  readonly config: Config;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly log: Log;
  /** Ranges of chain events that replicas share; undefined for a single gateway. */
  readonly sharedChainRanges?: SharedChainRanges | undefined;
  /** Error messages of upstreams that clients may see. */
  readonly publicMessages: readonly PublicMessages[];
}): Upstreams {
  const { config, telemetry, clock, log, sharedChainRanges } = deps;
  const isPublicMessage = createPublicMessageCheck(deps.publicMessages);
  const clients = new Map<string, HttpClient>();
  let probing: Promise<unknown> | undefined;
  const closing = new AbortController();
  const trustOf = createConnectionReuseRegistry();
  const connect = (name: string, baseUrl: string, label = name) => {
    const trust = trustOf(baseUrl);
    const client = createHttpClient({
      ...{ name, label, baseUrl, telemetry, trust, log, isPublicMessage },
    });
    clients.set(label, client);
    return client;
  };
  const dataNode = connect('data node', config.dataNodeUrl);
  const dataNodeStreams = connect('data node', config.dataNodeUrl, 'data node streams');
  const oracles = config.oracleUrls.map((url, index) =>
    connect('oracle', url, `oracle ${index + 1}`),
  );
  let openStore: ChainEventStore | undefined;
  const eventStore = () => {
    openStore ??= openStateFile(config, 'chain-events.sqlite', openChainEventStore);
    return openStore;
  };
  const connectChain = (name: string, url: string) =>
    createEvmChainClients({
      name,
      http: connect(name, url),
      finalityBlocks: config.chainFinalityBlocks,
      eventStore,
      sharedRanges: sharedChainRanges,
      clock,
    });
  const chains = {
    l3: connectChain('L3 chain', config.l3RpcUrl),
    settlement: connectChain('settlement chain', config.settlementRpcUrl),
  };
  return {
    dataNode,
    dataNodeStreams,
    oracles: createOraclePool(oracles),
    ...chains,
    contracts: createContractAddressLookup(config, clock),
    marketData: connect('market-data provider', config.marketDataUrl),
    defiData: connect('DeFi-data provider', config.defiDataUrl),
    health: () => Object.fromEntries([...clients].map(([name, client]) => [name, client.health()])),
    details: () => {
      const found: Record<string, string> = {};
      for (const [name, client] of clients) {
        const text = client.describeRejections();
        if (text !== undefined) found[name] = text;
      }
      if (Object.values(chains).some(({ events }) => events.isBehind())) found.chain = 'behind';
      return found;
    },
    probe: async () => {
      const doubtful = [...clients.values()].filter(
        (client) => !client.wasUpWithin(healthLifetime),
      );
      const options = { signal: closing.signal, timeout: probeTimeout };
      // Simultaneous callers share one round.
      probing ??= Promise.allSettled(doubtful.map((client) => client.probe(options))).finally(
        () => {
          probing = undefined;
        },
      );
      await probing;
    },
    close: async () => {
      closing.abort(new DOMException('the service is stopping', 'AbortError'));
      await Promise.all([...clients.values()].map((client) => client.close()));
      openStore?.close();
    },
  };
}
