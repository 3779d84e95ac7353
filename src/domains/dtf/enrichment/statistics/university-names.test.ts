import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUniversityNames } from './university-names.ts';

test.each([
  ['Norwick Institute of Technology', ['Norwick Institute of Technology']],
  [
    'Stanford University (dropped out), MIT',
    ['Stanford University', 'Massachusetts Institute of Technology'],
  ],
  ['The  University of Oxford ', ['University of Oxford']],
  ['Oxford University, 2008 - 2012, 2014', ['University of Oxford']],
  ['University of California, Berkeley, ETH', ['UC Berkeley', 'ETH Zurich']],
  ['University of California', ['University of California']],
  ['University, unknown, N/A, -, , ?', []],
  ['Unknown University, unknown (dropped out)', []],
  ['Kestrelford University (MSc) (PhD', ['Kestrelford University (PhD']],
  ['constructor, __proto__', ['constructor', '__proto__']],
  ['', []],
])('default: %j', (entry, names) => {
  expect(parseUniversityNames(entry)).toEqual(names);
});

test('behavior: no name is empty, has a comma or blanks around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (entry) => {
      for (const name of parseUniversityNames(entry)) {
        expect(name).not.toMatch(/^\s|\s$|,|^$/);
      }
    }),
  );
});
