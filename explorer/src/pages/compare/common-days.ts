import { formatCount, formatUtcDay } from '../../lib/format.ts';
import type { Peer } from './peers.ts';

const daySeconds = 86_400;

/** Joins names in a sentence: `BTC, ETH and #21`. */
const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');

const dayOf = (timestamp: number) => Math.floor(timestamp / daySeconds);

/**
 * States the days that all peers have, and which peers shorten them: those that end before the
 * others, and those that begin after them.
 */
export function describeCommonDays(peers: readonly Peer[], start: number, end: number): string {
  const limits = (at: 0 | -1, common: number, verb: string, side: string) => {
    const days = peers.map(({ points }) => dayOf(points.at(at)?.timestamp ?? common));
    const farthest = at === 0 ? Math.min(...days) : Math.max(...days);
    const missing = Math.abs(dayOf(common) - farthest);
    if (missing === 0) return '';
    const names = peers.filter((_, index) => days[index] === dayOf(common)).map(({ name }) => name);
    if (names.length === 0) return '';
    const farther = peers.filter((_, index) => days[index] === farthest).map(({ name }) => name);
    const others = farther.length > 2 ? 'the others' : joinNames(farther);
    const does = names.length === 1 ? `${verb}s` : verb;
    return `; ${joinNames(names)} ${does} ${formatCount(missing, 'day')} ${side} ${others}`;
  };
  return [
    `All figures and charts from ${formatUtcDay(start)} to ${formatUtcDay(end)}, the days all of them have data for`,
    limits(0, start, 'begin', 'after'),
    limits(-1, end, 'end', 'before'),
    '.',
  ].join('');
}
