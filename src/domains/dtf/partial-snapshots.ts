import type { z } from 'zod';
import { UpstreamUnavailableError } from '../../lib/errors.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { parseRequiredResponse, type UpstreamJsonResponse } from '../../upstreams/index.ts';
import type { BasketAsset } from './schema.ts';

type Baskets = ReadonlyMap<string, readonly BasketAsset[]>;

/** The snapshots are incomplete, but have the baskets that the enrichment needs. */
export class SalvagedDtfBasketsError extends UpstreamUnavailableError {
  readonly #baskets: Baskets;
  constructor(message: string, options: { readonly cause: unknown; readonly baskets: Baskets }) {
    super(message, options);
    this.#baskets = options.baskets;
  }
  getBasket(id: Bytes32): readonly BasketAsset[] | undefined {
    return this.#baskets.get(id);
  }
}

/**
 * Parses the snapshots in an upstream response.
 *
 * @throws {SalvagedDtfBasketsError} they are incomplete, but `readBaskets` found baskets.
 * @throws {GatewayError} the data node sent an error, or a body without snapshots.
 */
export function parseSnapshotsSalvagingBaskets<T>(
  response: UpstreamJsonResponse,
  shape: z.ZodType<T>,
  readBaskets: (value: unknown) => Baskets | undefined,
): T {
  try {
    return parseRequiredResponse(response, shape, 'data node');
  } catch (error) {
    const baskets = response.status < 300 ? readBaskets(response.value) : undefined;
    if (!baskets || !(error instanceof Error)) throw error;
    throw new SalvagedDtfBasketsError(error.message, { cause: error, baskets });
  }
}
