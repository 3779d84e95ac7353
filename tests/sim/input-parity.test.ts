import { readFileSync } from 'node:fs';
import { type InputObjectTypeDefinitionNode, Kind, parse, valueFromASTUntyped } from 'graphql';
import { expect, test } from 'vitest';
import { runQuerySchema, sweepQuerySchema } from '../../src/domains/sim/parameters/run-query.ts';

const sdl = parse(readFileSync(new URL('../../schema/sim/input.graphql', import.meta.url), 'utf8'));

/** The fields of an input under their REST names, with what they are when left out. */
function fieldsOf(name: string) {
  const found = sdl.definitions.find(
    (one): one is InputObjectTypeDefinitionNode =>
      one.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && one.name.value === name,
  );
  return Object.fromEntries(
    (found?.fields ?? []).map((field) => [
      field.name.value.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      field.defaultValue ? valueFromASTUntyped(field.defaultValue) : undefined,
    ]),
  );
}

test.each([
  ['SimulationInput', runQuerySchema.shape],
  ['SweepInput', sweepQuerySchema.shape],
])('default: %s has the parameters of REST with the same defaults', (name, shape) => {
  const defaults = Object.entries(shape).map(([parameter, value]) => {
    const parsed = value.safeParse(undefined);
    return [parameter, parsed.success ? parsed.data : undefined];
  });
  expect(fieldsOf(name)).toEqual(Object.fromEntries(defaults));
});
