import { expect, test } from 'vitest';
import { coercedIntegerSchema } from '../parse.ts';
import { dropSensitiveFields, openObjectWithoutSecretsSchema } from './sensitive-fields.ts';

const drop = (value: object) => dropSensitiveFields(value, () => false);

test('default: fields named like secrets or internal addresses are removed at any depth', () => {
  const inner = { privateKey: 1, kept: 2, list: [{ rpc_url: 3, id: 4 }] };
  expect(drop({ node_url: 1, Authorization: 2, stack: 3, inner, name: 5 })).toEqual({
    inner: { kept: 2, list: [{ id: 4 }] },
    name: 5,
  });
});

test('behavior: fields that clients use stay', () => {
  const known = {
    ...{ source_id: 1, config_hash: 2, current_tick: 3, resolution_types: 4, bls_sig: 5 },
    ...{ signer_bitmap: 6, tick_id: 7, deposit: 8, token: 9, token_count: 10, imageUrl: 11 },
    ...{ bls_signature: 12, oracle_id: 13, pubkey: 14, oracle_address: 15, bid_token: 16 },
    ...{ pubkeyHash: 17, endpoint: 18, key: 19, website_url: 20 },
  };
  expect(drop({ ...known })).toEqual(known);
});

test('behavior: a field of the schema is validated and stays, whatever its name', () => {
  const shape = openObjectWithoutSecretsSchema({
    api_key: coercedIntegerSchema,
    id: coercedIntegerSchema,
  });
  expect(shape.parse({ api_key: '1', id: 2, secret: 3, more: { secret: 4, x: 5 } })).toEqual({
    api_key: 1,
    id: 2,
    more: { x: 5 },
  });
});

test('behavior: deeply nested objects in an unknown field are removed', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 50_000; level += 1) deep = { deep };
  expect(JSON.stringify(drop({ deep }))).not.toContain('bottom');
});
