import { createFieldNameTranslator } from '../../../graphql/graphql-errors.ts';
import { parseParams } from '../../../http/parse-params.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { type RunInput, runQuerySchema, type SweepInput, sweepQuerySchema } from './run-query.ts';

/** The parameters of a run from a GraphQL input, by the parser of the REST door. */
export function parseRunInput(input: object): RunInput {
  return parseParams(runQuerySchema, toWire(input));
}

/** The parameters of a sweep from a GraphQL input, by the parser of the REST door. */
export function parseSweepInput(input: object): SweepInput {
  return parseParams(sweepQuerySchema, toWire(input));
}

/**
 * The fields as the texts that REST would get: `topN: 5` is `top_n=5`, a list has commas.
 *
 * @throws {InvalidInputError} an item of a list has a comma itself: it would be read as two.
 */
function toWire(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        if (Array.isArray(value) && value.some((item) => String(item).includes(','))) {
          throw new InvalidInputError(`${name} must be a list of items without commas`);
        }
        return [wireName(name), String(value)];
      }),
  );
}

const wireName = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const graphName = (name: string) =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** Parameters of simulations and benchmarks, and where the categories are, by the names of the graph. */
export const simFieldNames = createFieldNameTranslator({
  ...Object.fromEntries(
    [...Object.keys(sweepQuerySchema.shape), 'end_date'].map((name) => [name, graphName(name)]),
  ),
  '/sim/categories': 'simulationCategories',
  'a comma-separated list': 'a list',
});
