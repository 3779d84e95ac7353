import { createHmac } from 'node:crypto';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCodec, maxSharedValueBytes } from './codec.ts';
import { createReplicaDataSigner } from './signer.ts';

const key = 'a key of at least thirty-two characters';
const checked = createCodec(createReplicaDataSigner(undefined));
const signed = createCodec(createReplicaDataSigner(key));

const plain = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, maxDepth: 4 }),
  fc.json(),
);
const hasProto = (value: unknown): boolean => {
  if (value instanceof Map) return [...value].some((pair) => pair.some(hasProto));
  if (value instanceof Set) return [...value].some(hasProto);
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).includes('__proto__') || Object.values(value).some(hasProto);
};
/** Encodes a body with a header and a checksum as `checked` does. */
const forge = (name: string, body: string, flags = 0) => {
  const head = Buffer.alloc(10);
  head.writeUInt8(1, 0);
  head.writeUInt8(flags, 1);
  return Buffer.concat([
    head,
    createReplicaDataSigner(undefined).sign(name, head, Buffer.from(body)),
    Buffer.from(body),
  ]);
};

describe.each([
  ['with a checksum', checked],
  ['with a key', signed],
])('values %s', (_how, codec) => {
  test('default: encoded values are decoded unchanged, synchronously and in steps', async () => {
    await fc.assert(
      fc.asyncProperty(plain, fc.string(), async (value, name) => {
        const bytes = codec.encodeNow(name, value);
        if (bytes === null) {
          expect(hasProto(value)).toBe(true);
          return;
        }
        const expected = structuredClone(value);
        expect(codec.decodeNow(name, bytes)?.value).toStrictEqual(expected);
        const inTurns = await codec.encode(name, value, 5);
        expect(await codec.decode(name, inTurns)).toStrictEqual({ value: expected, time: 5 });
      }),
    );
  });

  test('behavior: bytes encoded under another name are rejected', () => {
    const bytes = codec.encodeNow('nav x', { nav: 1n });
    expect(bytes && codec.decodeNow('nav y', bytes)).toBeNull();
  });

  test('behavior: bytes with a changed or missing byte are rejected', () => {
    const bytes = codec.encodeNow('nav x', { nav: 1n, list: [1, 2, 3] }) ?? Buffer.alloc(0);
    for (let at = 0; at < bytes.length; at += 1) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ 1;
      expect(codec.decodeNow('nav x', spoilt)).toBeNull();
      expect(codec.decodeNow('nav x', bytes.subarray(0, at))).toBeNull();
    }
  });

  test('behavior: decoding never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(codec.decodeNow('x', Buffer.from(bytes))).toBeNull();
      }),
    );
  });

  test.each([
    ['a function', { of: () => 1 }],
    ['an instance of a class', { of: new URL('http://a') }],
    ['a value that is too large', 'x'.repeat(maxSharedValueBytes + 1)],
    ['a key __proto__', JSON.parse('{"a":{"__proto__":{"b":1}}}')],
    ['a value that nests too deeply', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))],
  ])('args: %s is not encoded', async (_name, value) => {
    expect(codec.encodeNow('x', value)).toBeNull();
    expect(await codec.encode('x', value)).toBeNull();
  });

  test.each([[null], [undefined], ['text'], [7], [Buffer.alloc(0)], [Buffer.alloc(4)]])(
    'args: %s cannot be decoded',
    (given) => {
      expect(codec.decodeNow('x', given)).toBeNull();
    },
  );

  test('behavior: other events are handled while a large value is encoded and decoded', async () => {
    const entries = Array.from({ length: 60_000 }, (_, n) => {
      return { source: 'crypto', assetId: `asset-${n}`, symbol: `SYM${n}`, value: n / 3 };
    });
    let notifications = 0;
    let isOver = false;
    const count = () => {
      notifications += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const bytes = await codec.encode('x', { generatedAt: 'now', entries });
    const between = notifications;
    const decoded = await codec.decode('x', bytes);
    isOver = true;
    expect(decoded?.value).toStrictEqual({ generatedAt: 'now', entries });
    expect(between + notifications).toBeGreaterThan(0);
  });
});

describe('bytes that no gateway has written', () => {
  test('error: bytes of V8 serialization are rejected', () => {
    const bytes = serialize({ nav: 1 });
    expect(checked.decodeNow('x', Buffer.concat([Buffer.alloc(4), bytes]))).toBeNull();
    expect(checked.decodeNow('x', bytes)).toBeNull();
  });

  test.each([
    ['__proto__ plainly', '{"a":{"__proto__":{"isAdmin":true}}}', 0],
    ['__proto__ with escapes', '{"\\u005f_proto\\u005f_":{"isAdmin":true}}', 0],
    ['__proto__ beside tags', '{"__proto__":{"isAdmin":true}}', 1],
    ['__proto__ in a tagged object', '{"$":"object","v":[["__proto__",{"isAdmin":true}]]}', 1],
    ['an unknown tag', '{"$":"constructor","v":"return 1"}', 1],
    ['a tag without a value', '{"$":"map"}', 1],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), 1],
    ['no JSON', 'not json', 0],
    ['a list without a place', '["a",{}]\n[1]', 2],
    ['lines that are no lists', '[null,null]\n{}', 2],
    ['one long line', JSON.stringify('x'.repeat(7_000_000)), 0],
  ])('error: %s is rejected', (_what, body, flags) => {
    expect(checked.decodeNow('x', forge('x', body, flags))).toBeNull();
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test('behavior: a string __proto__ that is no key is allowed', () => {
    const value = { symbol: '__proto__', line: '\u0001' };
    expect(checked.decodeNow('x', checked.encodeNow('x', value))?.value).toStrictEqual(value);
  });

  test('error: with a signing key, bytes signed without it or with another one are rejected', () => {
    const other = createCodec(createReplicaDataSigner(`${key} other`));
    for (const codec of [checked, other]) {
      const bytes = codec.encodeNow('x', { a: 1 });
      expect(bytes).not.toBeNull();
      expect(signed.decodeNow('x', bytes)).toBeNull();
    }
    expect(checked.decodeNow('x', signed.encodeNow('x', { a: 1 }))).toBeNull();
  });
});

describe('sealed texts', () => {
  const signer = createReplicaDataSigner(key);

  test('default: a sealed text is unsealed under its own name only', () => {
    const sealed = signer.seal('news', '["forget"]');
    expect(signer.unseal('news', sealed)).toBe('["forget"]');
    expect(signer.unseal('claim', sealed)).toBeNull();
    expect(signer.unseal('news', '["forget"]')).toBeNull();
    expect(signer.unseal('news', '')).toBeNull();
    expect(signer.unseal('news', `${sealed} `)).toBeNull();
  });

  test('behavior: without a signing key a text is sealed as it is', () => {
    const none = createReplicaDataSigner(undefined);
    expect(none.seal('news', 'text')).toBe('text');
    expect(none.unseal('news', 'text')).toBe('text');
  });

  test('behavior: the signature is an HMAC-SHA-256', () => {
    const mac = createHmac('sha256', key).update('1 x').update('body').digest();
    expect(signer.sign('x', Buffer.from('body'))).toEqual(mac);
  });
});
