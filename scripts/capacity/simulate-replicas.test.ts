import { expect, test } from 'vitest';
import { type FleetInput, simulateFleet } from './simulate-replicas.ts';

const fleet: FleetInput = {
  ...{ seed: 7, gateways: 1000, resources: 500, freshSeconds: 5, fetchSeconds: 0.05 },
  ...{ rps: 20_000, seconds: 60, deathsPerMinute: 0, isShared: true },
};
const mean = (counts: readonly number[]) =>
  // The first fresh time fills the caches.
  counts.slice(5).reduce((sum, count) => sum + count, 0) / (counts.length - 5);

test('behavior: upstreams get as many calls from 1,000 gateways as from one', () => {
  const one = simulateFleet({ ...fleet, gateways: 1 });
  const many = simulateFleet(fleet);
  const bound = fleet.resources / fleet.freshSeconds;
  expect(many.requests).toBeGreaterThan(1_000_000);
  expect(mean(one.upstreamCalls)).toBeLessThanOrEqual(bound);
  expect(mean(many.upstreamCalls)).toBeLessThanOrEqual(bound);
  expect(mean(many.upstreamCalls)).toBeGreaterThan(0.95 * mean(one.upstreamCalls));
  // No second has more than every value once, however the fetches fall together.
  expect(Math.max(...many.upstreamCalls)).toBeLessThanOrEqual(fleet.resources);
});

test('behavior: without Redis calls grow with the gateways, so that the bound is no accident', () => {
  const alone = simulateFleet({ ...fleet, isShared: false });
  expect(mean(alone.upstreamCalls)).toBeGreaterThan((50 * fleet.resources) / fleet.freshSeconds);
  expect(Math.max(...alone.redisOperations)).toBe(0);
});

test('behavior: a gateway asks Redis at most twice for a value in its fresh time, and never more than it is asked', () => {
  const { redisOperations, upstreamCalls } = simulateFleet(fleet);
  const reads = mean(redisOperations) - mean(upstreamCalls);
  expect(reads).toBeLessThanOrEqual((2 * fleet.gateways * fleet.resources) / fleet.freshSeconds);
  expect(reads).toBeLessThanOrEqual(2 * fleet.rps);
  const busier = simulateFleet({ ...fleet, gateways: 100, rps: 60_000, seconds: 30 });
  const bound = (2 * 100 * fleet.resources) / fleet.freshSeconds;
  expect(mean(busier.redisOperations)).toBeLessThanOrEqual(bound + mean(busier.upstreamCalls));
});

test('behavior: gateways that die with their locks delay values, and add no calls beyond the bound', () => {
  const { upstreamCalls } = simulateFleet({ ...fleet, deathsPerMinute: 600 });
  const bound = fleet.resources / fleet.freshSeconds;
  expect(mean(upstreamCalls)).toBeLessThanOrEqual(1.1 * bound);
  expect(mean(upstreamCalls)).toBeGreaterThan(0.8 * bound);
});

test('default: the same seed gives the same minute', () => {
  const short = { ...fleet, seconds: 5, deathsPerMinute: 60 };
  expect(simulateFleet(short)).toEqual(simulateFleet(short));
  expect(simulateFleet({ ...short, seed: 8 })).not.toEqual(simulateFleet(short));
});
