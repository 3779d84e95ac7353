import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { checkSubscriptionConditions } from './subscription-conditions.ts';

const fragment = 'fragment F on Subscription { nav @skip(if: true) { wei } ...F }';

test.each([
  'subscription { nav @include(if: false) { wei } }',
  'subscription ($is: Boolean!) { nav @include(if: $is) { wei } }',
  'subscription { ... @skip(if: true) { nav { wei } } }',
  'subscription { ... { nav @skip(if: true) { wei } } }',
  `subscription { ...F } ${fragment}`,
  'subscription { ...F @skip(if: false) } fragment F on Subscription { nav { wei } }',
  'query A { __typename } subscription { nav @include(if: true) { wei } }',
])('error: %s has a condition on its root selection', (query) => {
  const error = checkSubscriptionConditions(parse(query));
  expect(error?.message).toContain('Anonymous Subscription must not use `@skip` or `@include`');
  expect(error?.locations).toHaveLength(1);
});

test.each([
  'subscription { nav { wei @include(if: false) } }',
  'subscription { ...None }',
  `{ ...F } ${fragment}`,
])('default: %s has no condition', (query) => {
  expect(checkSubscriptionConditions(parse(query))).toBeNull();
});
