import type { LoaderDeps, ServiceDeps } from '../context.ts';
import { createDtfLoaders, type DtfLoaders, dtfSlice } from './dtf/index.ts';
import {
  createPortfolioLoaders,
  type PortfolioLoaders,
  portfolioSlice,
} from './portfolio/index.ts';
import { createPricesLoaders, type PricesLoaders, pricesSlice } from './prices/index.ts';
import type { Slice } from './slice.ts';

/** The one list of slices: both doors are made from it. */
export const slices: readonly Slice[] = [pricesSlice, dtfSlice, portfolioSlice];

/** What one request reads through, a group per slice. */
export type Loaders = {
  readonly prices: PricesLoaders;
  readonly dtf: DtfLoaders;
  readonly portfolio: PortfolioLoaders;
};

/** Loaders of one request; a slice's are made when it is first used. */
export function createLoaders(deps: LoaderDeps): Loaders {
  return lazily({
    prices: () => createPricesLoaders(deps),
    dtf: () => createDtfLoaders(deps),
    portfolio: () => createPortfolioLoaders(deps),
  });
}

/** What the slices keep as long as the gateway lives; disposed when it closes. */
export type Services = {
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Made once, when the gateway is composed. */
export function createServices(_deps: ServiceDeps): Services {
  return {
    [Symbol.asyncDispose]: async () => {},
  };
}

/** An object whose members are made on first use. */
function lazily<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const made: Partial<T> = {};
  const result = {} as T;
  for (const name of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(result, name, {
      enumerable: true,
      get: () => {
        made[name] ??= makers[name]();
        return made[name];
      },
    });
  }
  return result;
}
