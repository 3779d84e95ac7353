import { UpstreamUnavailableError } from '../../lib/errors.ts';
import type { Bytes32 } from '../../lib/units.ts';
import {
  parseListResponse,
  type SafeParser,
  type UpstreamResponse,
} from '../../upstreams/index.ts';
import type { BasketAsset } from './schema.ts';

/** Baskets by id. */
type Baskets = ReadonlyMap<string, readonly BasketAsset[]>;

/** The snapshots lack something, but not what the enrichment needs of them. */
export class PartialSnapshotError extends UpstreamUnavailableError {
  readonly #baskets: Baskets;
  constructor(message: string, options: { readonly cause: unknown; readonly baskets: Baskets }) {
    super(message, options);
    this.#baskets = options.baskets;
  }
  /** The basket of a DTF; undefined where the snapshots do not name it. */
  getBasket(id: Bytes32): readonly BasketAsset[] | undefined {
    return this.#baskets.get(id);
  }
}

/**
 * The snapshots in an answer.
 *
 * @throws {BasketsOnlyError} they are not whole; `readBaskets` takes what there is.
 * @throws {GatewayError} the data node refused, or its body has no snapshots.
 */
export function parseSnapshotsOrBaskets<T>(
  response: UpstreamResponse,
  shape: SafeParser<T>,
  readBaskets: (value: unknown) => Baskets | undefined,
): T {
  try {
    return parseListResponse(response, shape, 'data node');
  } catch (error) {
    const baskets = response.status < 300 ? readBaskets(response.value) : undefined;
    if (!baskets || !(error instanceof Error)) throw error;
    throw new PartialSnapshotError(error.message, { cause: error, baskets });
  }
}
