import { InvalidInputError } from '../../../core/errors.ts';
import { parseInput } from '../../../http/input.ts';
import { type RunInput, runQuery, type SweepInput, sweepQuery } from './run-query.ts';

/** The parameters of a run from a GraphQL input, by the parser of the REST door. */
export function parseRunInput(input: object): RunInput {
  return inGraphWords(() => parseInput(runQuery, toWire(input)));
}

/** The parameters of a sweep from a GraphQL input, by the parser of the REST door. */
export function parseSweepInput(input: object): SweepInput {
  return inGraphWords(() => parseInput(sweepQuery, toWire(input)));
}

/** The fields as the texts that REST would get: `topN: 5` is `top_n=5`, a list has commas. */
function toWire(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [wireName(name), String(value)]),
  );
}

const wireName = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
const graphName = (name: string) =>
  name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const wireNames = new RegExp(`\\b(${Object.keys(sweepQuery.shape).join('|')})\\b`, 'g');

/** Says what is wrong by the names that the caller used. */
export function inGraphWords<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    // The parser names parameters as REST spells them.
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(error.message.replace(wireNames, graphName), { cause: error });
  }
}
