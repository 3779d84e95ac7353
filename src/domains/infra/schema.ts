import { z } from 'zod';
import {
  addressSchemaFormat,
  bytes32SchemaFormat,
  timeSchemaFormat,
} from '../../http/openapi-formats.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createParsedTextSchema } from '../../lib/parse.ts';
import { isAddressWithoutChecksumMismatch, parseAddress } from '../../lib/units.ts';
import { parseAndCapFaucetAmount } from './faucet/amount.ts';

/** The only files that `/deployment` serves. */
export const servedDeploymentFileNames = [
  'active-deployment.json',
  'lending-e2e.json',
  'local-e2e.json',
  'local-frontend.json',
] as const;

export type DeploymentFileName = (typeof servedDeploymentFileNames)[number];

/** A deployment file; unknown fields are passed on. */
export const deploymentResponseSchema = z
  .looseObject({
    chainId: z.number().int().describe('Chain identifier of the L3 chain'),
    contracts: z
      .record(z.string(), z.string())
      .describe('Contract name → address; a few names hold other values, e.g. decimals'),
    settlementChainId: z.number().int().optional().describe('Chain identifier, settlement chain'),
  })
  .meta({ id: 'Deployment' });

export type Deployment = z.infer<typeof deploymentResponseSchema>;

const total = (what: string) => z.number().optional().describe(what);

/** The only fields of explorer health that are served; a field without a valid value is omitted. */
export const servedExplorerHealthFieldsSchema = z
  .object({
    poll_batch_ts: z
      .string()
      .meta({ description: 'Time of the health poll, ISO 8601', ...timeSchemaFormat }),
    quorum_met: z.boolean().optional().describe('Whether BLS quorum was achieved'),
    worst_status: z.string().optional().describe('Worst status across all oracles, e.g. healthy'),
    consensus_rounds_total: total('Rounds attempted'),
    consensus_success_total: total('Rounds that reached quorum'),
    consensus_failed_total: total('Rounds that failed quorum'),
    signatures_collected: total('BLS signatures in the latest round'),
    avg_consensus_time_ms: total('Average consensus latency, milliseconds'),
    avg_cycle_duration_ms: total('Average full cycle time, milliseconds'),
    orders_processed_last_60s: total('Recent order throughput'),
    pending_order_count: total('Orders waiting'),
    total_peers: total('Oracle peers'),
    p2p_messages_received: total('P2P messages received'),
    p2p_messages_sent: total('P2P messages sent'),
    total_peers_healthy: total('Peers reporting healthy'),
    total_peers_unhealthy: total('Peers reporting unhealthy'),
  })
  .meta({ id: 'ExplorerHealth' });

export type ExplorerHealthFields = z.infer<typeof servedExplorerHealthFieldsSchema>;

/** The response of `/explorer/health`: `network` for `latest`, `snapshots` for `history`. */
export const explorerHealthResponseSchema = z.union([
  z.object({
    network: servedExplorerHealthFieldsSchema.nullable().describe('null while nothing was polled'),
  }),
  z.object({ snapshots: z.array(servedExplorerHealthFieldsSchema).describe('Ascending by time') }),
]);

/** Values of the parameter `endpoint`: states of the network over a time range, or the latest. */
export const explorerHealthEndpointValues = ['history', 'latest'] as const;
/** Values of the parameter `range` of a history. */
export const explorerHealthRangeValues = ['1h', '6h', '24h', '7d', '30d'] as const;
export type HealthHistoryRange = (typeof explorerHealthRangeValues)[number];

/** Returns the listed word. @throws {InvalidInputError} it is not listed; names all words. */
export function parseRequiredWord<T extends string>(
  name: string,
  words: readonly T[],
  given: string | undefined,
): T {
  const word = words.find((one) => one === given);
  if (word) return word;
  throw new InvalidInputError(`${name} must be one of ${words.join(', ')}`);
}

const addressRule =
  'address must be 0x followed by 40 hex digits, with a valid checksum if in mixed case';
const amountRule = 'amount must be a positive decimal number with at most 18 decimals';

/** The body of `POST /faucet`. */
export const faucetBodySchema = z.object({
  address: createParsedTextSchema(
    addressRule,
    (text) =>
      isAddressWithoutChecksumMismatch(text) && !/^0x0+$/.test(text) ? parseAddress(text) : null,
    addressRule,
  ).meta({
    description:
      'Recipient: one letter case, or mixed case with a valid checksum; not the zero address',
    example: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    ...addressSchemaFormat,
  }),
  amount: z
    .union([z.string(), z.number()], { error: amountRule })
    .default('100')
    .transform((given, issues) => {
      const wei = parseAndCapFaucetAmount(String(given));
      if (wei !== null) return wei.toString();
      issues.addIssue(amountRule);
      return z.NEVER;
    })
    .meta({
      description:
        'USDC, human-readable: a positive decimal number with at most 18 decimals, as a text or a number; more than 10000 counts as 10000',
      example: '100',
      pattern: '^[0-9]+(\\.[0-9]{1,18})?$',
      exclusiveMinimum: 0,
    }),
  gas: z
    .boolean({ error: 'gas must be true or false' })
    .default(false)
    .meta({ description: 'Also send 0.5 of the settlement chain’s native token' }),
});

const payment = z.object({
  hash: z.string().meta({ description: 'Transaction hash', ...bytes32SchemaFormat }),
  amount: z.string().describe('Human-readable, with its unit'),
});

/** The response of `POST /faucet`. */
export const faucetResponseSchema = z
  .object({
    success: z.literal(true),
    to: z.string().meta({ description: 'Recipient, checksummed', ...addressSchemaFormat }),
    usdc: payment.describe('The USDC payment on the L3 chain'),
    gas: z
      .union([payment, z.object({ error: z.string().describe('Why no gas was paid') })])
      .optional()
      .describe('The gas payment on the settlement chain; present when it was requested'),
  })
  .meta({ id: 'FaucetResult' });
