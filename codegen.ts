import type { CodegenConfig } from '@graphql-codegen/cli';

const context = '../../src/context.ts#Context';

/** Resolver types for `src/domains/<slice>/resolvers.ts`, made from `schema/*.graphql`. */
const config: CodegenConfig = {
  schema: 'schema/*.graphql',
  generates: {
    'generated/graphql/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        contextType: context,
        useTypeImports: true,
        enumsAsTypes: true,
        immutableTypes: true,
        defaultScalarType: 'unknown',
        // Parents are references that resolvers complete; each slice exports its own.
        mappers: {
          Asset: '../../src/domains/prices/index.ts#AssetRef',
        },
        scalars: {
          ID: 'string',
          Wei: 'string',
          Bytes32: '`0x${string}`',
          Address: '`0x${string}`',
          Hex: '`0x${string}`',
          UnixSeconds: 'number',
          DateTime: 'string',
          Date: 'string',
        },
      },
    },
  },
};

export default config;
