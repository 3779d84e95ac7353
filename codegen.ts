import type { CodegenConfig } from '@graphql-codegen/cli';

/** Resolver types for `src/domains/<slice>/resolvers.ts`, made from `schema/*.graphql`. */
const config: CodegenConfig = {
  schema: 'schema/*.graphql',
  generates: {},
};

export default config;
