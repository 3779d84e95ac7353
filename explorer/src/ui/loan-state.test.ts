import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HealthFactor, LoanState, stateOf } from './loan-state.tsx';

const toneOf = (markup: string): string | undefined =>
  /class="[\w ]*\b(up|close|second|down)\b/.exec(markup)?.[1]?.replace('close', 'second');

test('default: a health factor has the colour of the state beside it', () => {
  const tones = [0.99, 1, 1.09, 1.1, 1.49, 1.5].map((healthFactor) => {
    const state = stateOf(healthFactor);
    return [
      createElement(HealthFactor, { value: healthFactor, state }),
      createElement(LoanState, { healthFactor, state }),
    ].map((one) => toneOf(renderToStaticMarkup(one)));
  });
  expect(tones).toEqual(
    ['down', 'down', 'down', 'second', 'second', 'up'].map((tone) => [tone, tone]),
  );
});
