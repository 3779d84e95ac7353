import { createRestToGraphQLTranslator } from '../../../graphql/graphql-errors.ts';
import { parseParams } from '../../../http/parse-params.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { parseIdOrKey } from '../../../lib/global-id.ts';
import {
  type RunParameters,
  runQuerySchema,
  type SweepParameters,
  sweepQuerySchema,
} from './run-query.ts';

/** Parses a run's GraphQL input like the REST query. @throws {InvalidInputError} it is invalid. */
export function parseRunInput(input: object): RunParameters {
  return parseParams(runQuerySchema, toRestQuery(input));
}

/**
 * Parses a sweep's GraphQL input like the REST query. @throws {InvalidInputError} it is invalid.
 */
export function parseSweepInput(input: object): SweepParameters {
  return parseParams(sweepQuerySchema, toRestQuery(input));
}

/**
 * Converts fields to REST query values: `topN: 5` becomes `top_n=5`, lists are joined with commas.
 *
 * @throws {InvalidInputError} a list item contains a comma.
 */
function toRestQuery(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        if (Array.isArray(value) && value.some((item) => String(item).includes(','))) {
          throw new InvalidInputError(`${name} must be a list of items without commas`);
        }
        return [toRestName(name), String(isCategory(name) ? toSlugs(value, name) : value)];
      }),
  );
}

const isCategory = (name: string) => name === 'categoryId' || name === 'categories';

/** Replaces global ids of categories by their slugs. */
const toSlugs = (value: unknown, argument: string) =>
  [value].flat().map((id) => parseIdOrKey('SimulationCategory', String(id), argument));

const toRestName = (name: string) =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const toGraphQLName = (name: string) =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Translates REST names in error messages to GraphQL names. */
export const simRestToGraphQLTranslator = createRestToGraphQLTranslator({
  ...Object.fromEntries(
    [...Object.keys(sweepQuerySchema.shape), 'end_date'].map((name) => [name, toGraphQLName(name)]),
  ),
  '/sim/categories': 'simulationCategories',
  'a comma-separated list': 'a list',
});
