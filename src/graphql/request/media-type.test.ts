import { expect, test } from 'vitest';
import { eventStreamPreference, prefersHtml } from './media-type.ts';

test.each([
  [undefined, 'never'],
  ['*/*', 'never'],
  ['application/json', 'never'],
  ['text/event-stream', 'preferred'],
  ['Text/Event-Stream; q=0.9', 'preferred'],
  ['text/event-stream, application/json', 'preferred'],
  ['text/html, text/event-stream', 'preferred'],
  ['application/json; charset=latin1, text/event-stream', 'preferred'],
  ['application/json, text/event-stream', 'accepted'],
  ['application/graphql-response+json,text/event-stream,multipart/mixed', 'accepted'],
  ['*/*, text/event-stream', 'accepted'],
] as const)('default: a client that accepts %s takes events %s', (accept, taken) => {
  expect(eventStreamPreference(accept)).toBe(taken);
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/html', true],
  ['Text/HTML;q=0.9, */*', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['application/json, text/html', false],
  ['*/*, text/html', false],
  ['image/png, text/html', true],
] as const)('default: whether a client that accepts %s wants a page is %s', (accept, wanted) => {
  expect(prefersHtml(accept)).toBe(wanted);
});
