import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** Prints the schema that clients see, sorted by name: `/schema.graphql`, `generated/api.graphql`. */
export const printPublicSchema = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;
