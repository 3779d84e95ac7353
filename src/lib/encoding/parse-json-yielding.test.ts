import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonYielding } from './parse-json-yielding.ts';

type Outcome = { readonly value: unknown } | 'refused';

/** Shows the order of properties, and whether they are own properties or inherited. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? ['object', Object.getPrototypeOf(one) === Object.prototype, ...Object.entries(one)]
      : one,
  );

function parseWhole(bytes: Buffer): Outcome {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: shown(JSON.parse(text)) };
  } catch {
    return 'refused';
  }
}

async function parseSliced(bytes: Buffer, batchBytes?: number): Promise<Outcome> {
  try {
    return { value: shown(await parseJsonYielding([bytes], batchBytes ? { batchBytes } : {})) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  }
}

async function expectSame(text: string | Buffer): Promise<void> {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
  const whole = parseWhole(bytes);
  expect(await parseSliced(bytes)).toEqual(whole);
  for (const batchBytes of [1, 8, 40]) {
    expect(await parseSliced(bytes, batchBytes)).toEqual(whole);
  }
}

const filler = 'x'.repeat(30);
/**
 * Names do not end in a backslash, since V8 in Node 26 parses `"\""` as the name `\\` if an earlier
 * object had that name.
 */
const key = fc
  .oneof(
    fc.constantFrom(
      'a',
      'b',
      '__proto__',
      'constructor',
      '1',
      '0',
      '',
      'é',
      '"',
      '\\"',
      ']',
      '},{',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  .filter((name) => !name.endsWith('\\'));
const leaf = fc.oneof(
  fc.constantFrom(filler, `${filler}\\"[{,é`, 1, -0, 1e300, true, null, '', ',', '"', '\\', '😀'),
  fc.string({ maxLength: 8 }),
);
/** An object is a list of pairs, so that keys may be duplicate. */
const text = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf.map((value) => JSON.stringify(value)),
    fc.array(tie('node'), { maxLength: 12 }).map((items) => `[${items.join(' ,')}]`),
    fc
      .array(fc.tuple(key, tie('node')), { maxLength: 12 })
      .map((members) => `{${members.map(([k, v]) => `${JSON.stringify(k)} : ${v}`).join(',\n')}}`),
  ),
})).node;
const large = fc.array(text, { minLength: 1, maxLength: 12 }).map((parts) => `[${parts.join()}]`);

describe('parseJsonYielding', () => {
  test('default: the result is that of JSON.parse', async () => {
    await fc.assert(fc.asyncProperty(large, expectSame), { numRuns: 60 });
  });

  test('behavior: a text with a changed, missing or repeated byte is accepted or rejected as by JSON.parse', async () => {
    const spoilt = fc.tuple(
      large,
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '[', '{', '"', '\\', ':', '0', ' ', '\u0000', '\xff'),
      fc.constantFrom(0, 1),
    );
    await fc.assert(
      fc.asyncProperty(spoilt, async ([whole, where, byte, dropped]) => {
        const bytes = Buffer.from(whole);
        const at = where % bytes.length;
        const parts = [
          bytes.subarray(0, at),
          Buffer.from(byte, 'latin1'),
          bytes.subarray(at + dropped),
        ];
        await expectSame(Buffer.concat(parts));
      }),
      { numRuns: 150 },
    );
  });

  const piece = JSON.stringify('p'.repeat(30));
  test.each([
    ['a comma too many at the end of a list', `[${piece},${piece},]`],
    ['a comma too many at the end of an object', `{"a":${piece},"b":${piece},}`],
    ['a comma too many between', `[${piece},,${piece}]`],
    ['a comma at the beginning', `[,${piece},${piece}]`],
    ['no comma behind a large child', `[[${piece},${piece}] ${piece}]`],
    ['no comma between large children', `[[${piece},${piece}][${piece},${piece}]]`],
    ['a value before a large child', `{"a":1[${piece},${piece}]}`],
    ['no name before a large child', `{[${piece},${piece}]}`],
    ['a name without a colon', `{"a"[${piece},${piece}]}`],
    ['brackets that do not match', `[{"a":${piece},"b":${piece}]`],
    ['a bracket too many', `[${piece},${piece}]]`],
    ['something behind', `[${piece},${piece}] 1`],
    ['something before', `1 [${piece},${piece}]`],
    ['blanks around', ` \t\r\n[ ${piece} , ${piece} ] \n`],
    ['a string as the whole', `"${filler}"`],
    ['an empty text', ''],
    ['an early end', `[${piece},${piece}`],
    ['__proto__ with a large child', `{"__proto__":{"a":${piece},"b":${piece}},"c":1}`],
    [
      'a repeated name with a large child',
      `{"a":1,"b":2,"a":[${piece},${piece}],"a":[${piece},1]}`,
    ],
    ['names that are numbers', `{"2":${piece},"1":[${piece},${piece}],"0":3}`],
    ['a byte order mark', `\ufeff["é",${piece},${piece}]`],
    ['two byte order marks', `\ufeff\ufeff[${piece},${piece}]`],
    ['900 levels', `${'[1,'.repeat(900)}${piece},${piece}${']'.repeat(900)}`],
  ])('args: %s', async (_what, given) => {
    await expectSame(given);
  });

  test.each([
    ['no UTF-8', Buffer.concat([Buffer.from('["'), Buffer.from([0xc3, 0x28]), Buffer.from('"]')])],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a string of 5 MB', JSON.stringify([1, 'x'.repeat(5_000_000), 2])],
  ])('error: %s is rejected', async (_what, given) => {
    expect(await parseSliced(Buffer.from(given))).toBe('refused');
  });

  test('behavior: other events are handled meanwhile, and the signal stops the parsing', async () => {
    const rows = Array.from({ length: 150_000 }, (_, n) => ({ id: `row ${n}`, value: n / 3 }));
    const bytes = Buffer.from(JSON.stringify({ rows }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(JSON.stringify(await parseJsonYielding([bytes]))).toBe(JSON.stringify({ rows }));
    isOver = true;
    expect(turns).toBeGreaterThan(2);
    const signal = AbortSignal.abort(new Error('nobody waits'));
    await expect(parseJsonYielding([bytes], { signal })).rejects.toThrow('nobody waits');
  });
});
