import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequest } from '../../support/cases/check-response.ts';
import { routeCases } from '../../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../../support/faulty-world.ts';
import { fundFields } from '../../support/specified/fund-fields.ts';
import { marketFields } from '../../support/specified/market-fields.ts';
import { otherFields } from '../../support/specified/other-fields.ts';
import type { FieldType } from '../../support/specified/resource.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const isText = (value: unknown) => typeof value === 'string';
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  int: Number.isInteger,
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  wei: (value) => isText(value) && /^\d+$/.test(value as string),
  'string[]': (value) => Array.isArray(value) && value.every(isText),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  'ISO 8601': (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  null: (value) => value === null,
};

function fits(value: unknown, type: FieldType): boolean {
  if (value === undefined) return type.endsWith('?');
  if (value === null && type.endsWith(' or null')) return true;
  return checks[type.replace(/\?$| or null$/, '')]?.(value) ?? false;
}

/** Every thing in a body that a path leads to. */
function* things(body: unknown, [key, ...rest]: readonly string[]): Generator<unknown> {
  if (key === undefined) yield body;
  else if (key === '*') for (const one of body as unknown[]) yield* things(one, rest);
  else yield* things((body as Record<string, unknown>)[key], rest);
}

test.each([...marketFields, ...fundFields, ...otherFields])(
  'default: $name of $route has exactly the specified fields',
  async ({ route, asking = '', at, fields, extra = {} }) => {
    const asked = routeCases.find((one) => one.route === route && one.path.includes(asking));
    if (!asked) throw new Error(`no case of ${route}`);
    const seen = await sendRequest(world.gateway.url, asked);
    expect(seen.status, seen.text).toBe(200);
    const found = [...things(JSON.parse(seen.text), at)] as Record<string, unknown>[];
    expect(found.length).toBeGreaterThan(0);
    for (const thing of found) {
      const wrong = Object.entries(fields).filter(([name, type]) => !fits(thing[name], type));
      expect(wrong).toEqual([]);
      const known = new Set([...Object.keys(fields), ...Object.keys(extra)]);
      expect(Object.keys(thing).filter((name) => !known.has(name))).toEqual([]);
    }
  },
);
