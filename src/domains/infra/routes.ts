import { z } from 'zod';
import { jsonRoute, type Route } from '../../http/route.ts';
import { dataNodeUnavailableRouteError } from '../domain-module.ts';
import { parseDeploymentFileName } from './deployment-files.ts';
import { toFaucetRequester } from './faucet/faucet-service.ts';
import type { InfraContext } from './loaders.ts';
import {
  deploymentResponseSchema,
  explorerHealthEndpointValues,
  explorerHealthRangeValues,
  explorerHealthResponseSchema,
  faucetBodySchema,
  faucetResponseSchema,
  parseRequiredWord,
  servedDeploymentFileNames,
} from './schema.ts';

const parseExplorerEndpoint = (given = 'history') =>
  parseRequiredWord('endpoint', explorerHealthEndpointValues, given);

const parseHealthHistoryRange = (given = '24h') =>
  parseRequiredWord('range', explorerHealthRangeValues, given);

/**
 * Schema of a parameter that OpenAPI describes as an enum; the handler checks the value, so that a
 * missing token is reported first.
 */
const enumText = (description: string, words: readonly string[], example: string) =>
  z
    .string()
    .optional()
    .meta({ description, enum: [...words], example });

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

export const infraRoutes: readonly Route<InfraContext>[] = [
  jsonRoute({
    path: '/deployment',
    tag: 'infrastructure',
    summary: 'Chain id and contract addresses of a deployment',
    description:
      'Returns a file of the deployments folder. When `active-deployment.json` does not exist, a public deployment file is returned instead. A few entries of `contracts` are not addresses, such as decimals.',
    query: z.object({
      file: enumText('File name', servedDeploymentFileNames, 'active-deployment.json').meta({
        param: { required: true },
      }),
    }),
    response: deploymentResponseSchema,
    example: { chainId: 111222333, settlementChainId: 14601, contracts: { Index: address } },
    policy: 'deployment',
    errors: {
      400: {
        when: 'file is missing or not one of the four',
        message:
          'Invalid or missing file parameter: file must be one of active-deployment.json, lending-e2e.json, local-e2e.json, local-frontend.json',
      },
      404: { when: 'the file does not exist', message: 'Deployment file not found' },
      500: { when: 'the file is not a deployment', message: 'Deployment file is not readable' },
    },
    handle: (input, context: InfraContext) =>
      context.loaders.infra.deployment(parseDeploymentFileName(input.file)),
  }),
  jsonRoute({
    path: '/explorer/health',
    tag: 'infrastructure',
    summary: 'Health of the oracle network, now or over time',
    description:
      'Only the listed fields are returned. The gateway authenticates at the data node with its own token.',
    query: z.object({
      endpoint: enumText(
        '`history` for the states over a range, `latest` for the latest state',
        explorerHealthEndpointValues,
        'latest',
      ).meta({ override: { default: 'history' } }),
      range: enumText('How far back; of use for `history`', explorerHealthRangeValues, '24h').meta({
        override: { default: '24h' },
      }),
    }),
    response: explorerHealthResponseSchema,
    example: {
      network: { poll_batch_ts: '2026-01-01T00:00:00Z', quorum_met: true, worst_status: 'healthy' },
    },
    csv: (body) => ('snapshots' in body ? body.snapshots : [body.network ?? {}]),
    policy: 'explorer',
    errors: {
      400: {
        when: 'endpoint or range is not one of the allowed values',
        message: 'range must be one of 1h, 6h, 24h, 7d, 30d',
      },
      ...dataNodeUnavailableRouteError,
      503: {
        when: 'EXPLORER_TOKEN is not configured',
        message: 'EXPLORER_TOKEN is not configured',
      },
    },
    handle: async (input, context: InfraContext) => {
      const explorer = context.loaders.infra.explorer();
      const endpoint = parseExplorerEndpoint(input.endpoint);
      const range = parseHealthHistoryRange(input.range);
      if (endpoint === 'latest') return { network: await explorer.latest(range) };
      return { snapshots: await explorer.history(range) };
    },
  }),
  jsonRoute({
    path: '/faucet',
    method: 'POST',
    tag: 'infrastructure',
    summary: 'Test USDC on the L3 chain, and gas on the settlement chain',
    description:
      'An equal request that is sent while the first is pending gets the outcome of the first. Check `usdc` and `gas` separately: the gas payment may fail alone.',
    body: faucetBodySchema,
    response: faucetResponseSchema,
    example: {
      success: true,
      to: address,
      usdc: { hash: `0x${'ab'.repeat(32)}`, amount: '100 USDC' },
      gas: { hash: `0x${'cd'.repeat(32)}`, amount: '0.5 S' },
    },
    policy: 'no-store',
    errors: {
      400: {
        when: 'address, amount or gas is malformed',
        message: 'amount must be a positive decimal number with at most 18 decimals',
      },
      413: {
        when: 'the body is larger than 256 kB',
        message: 'the body must be at most 256 kB',
      },
      415: {
        when: 'the body is not application/json',
        message: 'the body must be application/json',
      },
      429: {
        when: 'too many requests from this client, for this address or in total; see Retry-After',
        message: 'the faucet takes at most 60 requests a minute from a client',
      },
      500: { when: 'the transaction failed', message: 'transaction failed' },
      503: {
        when: 'the faucet is not configured, or it is not known yet whether the request has been paid; see Retry-After',
        message: 'FAUCET_PRIVATE_KEY is not configured',
      },
    },
    handle: async (input, context: InfraContext) => {
      const { address: recipient, amount, gas: wantsGas } = input;
      const request = { recipient, amount: BigInt(amount), wantsGas };
      const result = await context.services.faucet.pay(request, toFaucetRequester(context));
      return { success: true as const, ...result };
    },
  }),
  {
    kind: 'node',
    method: 'GET',
    path: '/dn/{*path}',
    tag: 'infrastructure',
    summary: 'Any path of the data node, forwarded unchanged',
    description:
      'Path and query are forwarded unchanged, and so are the status, headers and body of the response. Only GET and HEAD are allowed. A response may take at most 5 minutes.',
    params: z.object({
      path: z.string().meta({
        description: 'Path at the data node. Slashes are not encoded: `%2F` is another path.',
        example: 'sim/categories',
      }),
    }),
    responseDescription: 'The data node’s response; its other statuses are forwarded too',
    errors: {
      400: {
        when: 'the path contains dot segments',
        message: 'path must not contain dot segments',
      },
      403: { when: 'the operator has disabled the path', message: 'this path is not served' },
      404: { when: 'the data node does not have the path', message: 'not found' },
      405: { when: 'the method is not GET or HEAD', message: 'only GET and HEAD are served here' },
      429: {
        when: 'too many event streams from this client',
        message: 'too many event streams from this client',
      },
      502: {
        when: 'the data node is unreachable or timed out',
        message: 'data node is unreachable',
      },
      503: {
        when: 'too many requests or event streams are in progress',
        message: 'too many event streams',
      },
    },
    handleNode: (request, response, context) =>
      void context.services.dataNodeProxy.handle(request, response),
  },
];
