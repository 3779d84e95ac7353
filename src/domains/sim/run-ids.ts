import { InvalidInputError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';

const maxIds = 50;

/** Maximum run number: the largest GraphQL `Int`. */
const maxRunId = 2 ** 31 - 1;

/**
 * Parses numbers or global ids of runs; null for a number that no run can have.
 *
 * @throws {InvalidInputError} an id is neither, or there are too many.
 */
export function parseRunIds(ids: readonly string[], argument = 'ids'): readonly (number | null)[] {
  if (ids.length > maxIds) throw new InvalidInputError(`${argument} must be at most ${maxIds}`);
  return ids.map((id) => {
    const key = parseIdOrKey('SimulationRun', id, argument);
    if (!/^-?\d{1,78}$/.test(key)) {
      throw new InvalidInputError(
        `${argument} must each be a whole number, or the global id of a run`,
      );
    }
    const runId = Number(key);
    return runId > 0 && runId <= maxRunId ? runId : null;
  });
}
