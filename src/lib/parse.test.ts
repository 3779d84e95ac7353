import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ensureIsoOffset,
  isCalendarDay,
  parseDecimalText,
  parseNumberOrText,
  parseTimeSeconds,
  weiTextOrIntegerSchema,
} from './parse.ts';

test.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123456789Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T12:00:00+02:00'],
  ['2026-01-31T12:00:00-0330', '2026-01-31T12:00:00-03:30'],
  ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.5+00:00'],
  ['2026-01-31T12:00:00', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00', '2026-01-31T12:00:00Z'],
  ['2026-01-31', '2026-01-31T00:00:00Z'],
  ['Nov 22 2026', null],
  ['2026', null],
  ['2026-02-30T12:00:00Z', null],
  ['2026-01-31T25:00:00Z', null],
  ['2026-01-31T12:00:00+2', null],
  ['2026-01-31Z', null],
  ['1790000000', null],
  ['', null],
])('default: %j with its offset is %j', (text, complete) => {
  expect(ensureIsoOffset(text)).toBe(complete);
});

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('default: %j is a calendar day: %j', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay);
});

const offsets = fc.constantFrom(0, 330, -360, 60, 345, -210);
const pad = (value: number) => String(value).padStart(2, '0');

test('behavior: every spelling of a moment is that moment', () => {
  const parts = fc.record({
    seconds: fc.integer({ min: 0, max: 4_102_444_800 }),
    offset: offsets,
    fraction: fc.constantFrom('', '.5', '.000001', '.123456789'),
    separator: fc.constantFrom('T', 't', ' '),
    zone: fc.constantFrom('colon', 'compact', 'hours', 'Z', 'z', ' UTC', ''),
  });
  fc.assert(
    fc.property(parts, ({ seconds, offset, fraction, separator, zone }) => {
      const isUtc = !['colon', 'compact', 'hours'].includes(zone);
      const shift = isUtc ? 0 : zone === 'hours' ? Math.trunc(offset / 60) * 60 : offset;
      const [hours, minutes] = [Math.trunc(Math.abs(shift) / 60), Math.abs(shift) % 60];
      const sign = shift < 0 ? '-' : '+';
      const tail = zone === 'hours' ? '' : `${zone === 'colon' ? ':' : ''}${pad(minutes)}`;
      const local = new Date((seconds + shift * 60) * 1000).toISOString().slice(0, 19);
      const text = `${local.replace('T', separator)}${fraction}${isUtc ? zone : `${sign}${pad(hours)}${tail}`}`;
      expect([text, parseTimeSeconds(text)]).toEqual([text, seconds]);
    }),
  );
});

test('behavior: every spelling of an amount has the same digits', () => {
  const parts = fc.record({
    wei: fc.bigInt({ min: 0n, max: 10n ** 40n }),
    shift: fc.integer({ min: -30, max: 30 }),
    zeros: fc.integer({ min: 0, max: 20 }),
    letter: fc.constantFrom('e', 'E'),
    sign: fc.constantFrom('', '+'),
  });
  fc.assert(
    fc.property(parts, ({ wei, shift, zeros, letter, sign }) => {
      // The point is moved to the left by `shift` digits, and the exponent moves it back.
      const digits = `${wei}`.padStart(Math.max(0, shift) + 1, '0');
      const point = digits.length - Math.max(0, shift);
      const moved = shift > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
      const spelled = `${sign}${moved}${shift > 0 ? `${'0'.repeat(zeros)}${letter}${shift}` : ''}`;
      expect([spelled, weiTextOrIntegerSchema.safeParse(spelled).data]).toEqual([
        spelled,
        `${wei}`,
      ]);
    }),
  );
});

test('behavior: a double in any notation is that number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumberOrText(String(value))).toBe(Number(String(value)));
      const text = parseDecimalText(value);
      if (text !== null) expect(Number(text)).toBe(value + 0 === 0 ? 0 : value);
    }),
  );
});

test.each([
  ['0E-18', '0.000000000000000000'],
  ['1E-7', '0.0000001'],
  ['1e+21', '1000000000000000000000'],
  ['-.5', '-0.5'],
  ['007.', '7'],
  ['-0.0', '0.0'],
  [1e21, null],
  ['1e999', null],
  ['NaN', null],
  ['1,5', null],
  ['', null],
  ['.', null],
])('default: the digits of %j are %j', (value, digits) => {
  expect(parseDecimalText(value)).toBe(digits);
});
