import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../generated/gql.ts';

const contractsQuery = graphql(`
  query Contracts {
    deployment {
      chainId
      contracts {
        index
        vision
        l3Usdc
      }
    }
  }
`);

/** Addresses of the contracts that the explorer calls. */
export type Contracts = {
  readonly chainId: number;
  readonly index: `0x${string}`;
  readonly vision: `0x${string}`;
  readonly usdc: `0x${string}`;
};

/** Returns the contracts of this deployment; null until they are known, or if one is missing. */
export function useContracts(): Contracts | null {
  const [{ data }] = useQuery({ query: contractsQuery, requestPolicy: 'cache-first' });
  return useMemo(() => {
    const deployment = data?.deployment;
    if (deployment == null) return null;
    const { index, vision, l3Usdc } = deployment.contracts;
    if (index === null || vision === null || l3Usdc === null) return null;
    return {
      chainId: deployment.chainId,
      index: index as `0x${string}`,
      vision: vision as `0x${string}`,
      usdc: l3Usdc as `0x${string}`,
    };
  }, [data]);
}
