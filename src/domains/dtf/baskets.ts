import { UpstreamUnavailableError } from '../../core/errors.ts';
import type { Bytes32 } from '../../core/units.ts';
import { parseListing, type Shape, type UpstreamAnswer } from '../../upstreams/index.ts';
import type { BasketAsset } from './shapes.ts';

/** Baskets by id. */
type Baskets = ReadonlyMap<string, readonly BasketAsset[]>;

/** The snapshots lack something, but not what the enrichment needs of them. */
export class BasketsOnlyError extends UpstreamUnavailableError {
  readonly #baskets: Baskets;
  constructor(message: string, options: { readonly cause: unknown; readonly baskets: Baskets }) {
    super(message, options);
    this.#baskets = options.baskets;
  }
  /** The basket of a DTF; undefined where the snapshots do not name it. */
  basketOf(id: Bytes32): readonly BasketAsset[] | undefined {
    return this.#baskets.get(id);
  }
}

/**
 * The snapshots in an answer.
 *
 * @throws {BasketsOnlyError} they are not whole; `readBaskets` takes what there is.
 * @throws {GatewayError} the data node refused, or its body has no snapshots.
 */
export function parseSnapshots<T>(
  answer: UpstreamAnswer,
  shape: Shape<T>,
  readBaskets: (value: unknown) => Baskets | undefined,
): T {
  try {
    return parseListing(answer, shape, 'data node');
  } catch (error) {
    const baskets = answer.status < 300 ? readBaskets(answer.value) : undefined;
    if (!baskets || !(error instanceof Error)) throw error;
    throw new BasketsOnlyError(error.message, { cause: error, baskets });
  }
}
