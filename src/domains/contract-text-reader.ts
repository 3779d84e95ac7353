import type { LoaderDeps } from '../context.ts';
import { lazy } from '../lib/lazy-properties.ts';
import type { Hex } from '../lib/units.ts';
import { createContractDataLoader } from '../upstreams/index.ts';

/**
 * Creates a cached reader of the texts that a contract of the L3 chain stores. It takes the id that
 * the text is about, the encoded call of a view function, and a parser of the encoded response, which
 * is null when the call reverts. Calls that are requested together are one call of the node.
 *
 * @param contract - Name of the contract in the deployment file.
 * @throws {UpstreamUnavailableError} (from the reader) the chain cannot be read.
 */
export function createContractTextReader(
  { requestCache, upstreams }: Pick<LoaderDeps, 'requestCache' | 'upstreams'>,
  contract: string,
) {
  const loader = lazy(() =>
    createContractDataLoader({
      chain: upstreams.l3,
      contracts: upstreams.contracts,
      contract,
      signal: requestCache.signal,
    }),
  );
  return <T>(
    id: string | number,
    call: Hex,
    parse: (data: Hex | null) => T | null,
  ): T | null | Promise<T | null> =>
    requestCache.read<T | null>('chainTexts', `${id} ${contract} ${call}`, async () => {
      const value = parse(await loader().load(call));
      return { value, bytes: 100 + JSON.stringify(value).length };
    });
}
