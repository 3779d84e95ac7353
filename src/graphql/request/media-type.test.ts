import { expect, test } from 'vitest';
import {
  acceptsMultipart,
  acceptsSubscriptionResponse,
  eventStreamPreference,
  negotiateMediaType,
  prefersHtml,
} from './media-type.ts';

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
  ['*/*;q=0.5, text/event-stream', 'preferred'],
  ['*/*, text/event-stream;q=0.5', 'accepted'],
  ['text/event-stream;q=0, application/json', 'never'],
  ['text/event-stream; q=0.000', 'never'],
  ['text/event-stream;q=0.01', 'preferred'],
] as const)('default: a client that accepts %s takes events %s', (accept, taken) => {
  expect(eventStreamPreference(accept)).toBe(taken);
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/html', true],
  ['Text/HTML;q=0.9, */*;q=0.8', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['application/json, text/html', false],
  ['*/*, text/html;q=0.5', false],
  ['image/png, text/html', true],
  ['text/html;q=0, */*', false],
] as const)('default: whether a client that accepts %s wants a page is %s', (accept, wanted) => {
  expect(prefersHtml(accept)).toBe(wanted);
});

test('behavior: a type of weight 0 is not acceptable', () => {
  expect(acceptsMultipart('multipart/mixed;q=0, application/json')).toBe(false);
  expect(acceptsMultipart('multipart/mixed;q=0.1, application/json')).toBe(true);
  expect(acceptsSubscriptionResponse('text/event-stream;q=0, application/json')).toBe(false);
  expect(negotiateMediaType('application/json;q=0')).toBe(null);
});
