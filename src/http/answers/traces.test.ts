import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTraces } from './traces.ts';

/** Few texts, so that the same one is added, asked for and removed; ends that are alike, and none. */
const texts = ['', 'a', 'b', 'aa', 'ba', `${'x'.repeat(30)}a`, `${'y'.repeat(30)}a`];
const step = fc.record({ text: fc.constantFrom(...texts), ask: fc.constantFrom(...texts) });

test('behavior: what is there is never denied, whatever was asked in between', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const traces = createTraces();
      const present = new Set<string>();
      for (const { text, ask } of steps) {
        if (present.delete(text)) {
          traces.remove(text);
        } else {
          traces.add(text);
          present.add(text);
        }
        if (present.has(ask)) expect(traces.mayHave(ask), JSON.stringify(ask)).toBe(true);
      }
      for (const text of present) traces.remove(text);
      for (const text of texts) expect(traces.mayHave(text)).toBe(false);
    }),
  );
});
