import type { ServerProcess } from '../machine/child-processes.ts';
import { residentMemory } from '../machine/process-usage.ts';
import type { HttpPart } from './bench-part.ts';
import { type Contestant, type HttpCase, oursId } from './contestant.ts';
import { lowerQuartile, median, ratioOfMedians } from './ratio-goals.ts';
import { formatGoalCells, formatRatio, type JudgedRatio, type Report } from './report.ts';

/** One window of load on one contestant; `p50` and `p99` in milliseconds. */
export type Sample = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU of the server for one request, microseconds. */
  readonly cpu: number;
  /** Upstream calls for one request. */
  readonly calls: number;
};

/** A contestant with its running server. */
export type RunningContestant = { readonly contestant: Contestant; readonly server: ServerProcess };

const columns = [
  'contestant',
  'flags',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs/req',
  'calm',
  'calls/req',
  'peak MB',
  'after MB',
  'CPU ratio ×',
  'req/s ratio ×',
  'least',
  'stretch',
  'verdict',
] as const;

/** Formats the table of a case, with the ratio of every contestant to our gateway. */
export function toCaseReport(options: {
  readonly part: HttpPart;
  readonly one: HttpCase;
  readonly runningContestants: readonly RunningContestant[];
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}): Report {
  const { part, one, runningContestants, samples } = options;
  const valuesOf = (id: string, key: keyof Sample) =>
    (samples.get(id) ?? []).map((sample) => sample[key]);
  const verdicts: JudgedRatio[] = [];
  const rows = runningContestants.map(({ contestant, server }) => {
    const { id, name, flags } = contestant;
    const middle = (key: keyof Sample) => median(valuesOf(id, key));
    const memory = residentMemory(server.pid);
    const ratio = ratioOfMedians(valuesOf(id, 'cpu'), valuesOf(oursId, 'cpu'));
    const speed = ratioOfMedians(valuesOf(oursId, 'perSecond'), valuesOf(id, 'perSecond'));
    const goal = one.goals[id];
    if (goal) verdicts.push({ what: `${one.name} vs ${id}`, ratio, goal });
    return [
      ...[name, flags],
      middle('perSecond').toFixed(0),
      middle('p50').toFixed(2),
      middle('p99').toFixed(2),
      digits(middle('cpu')),
      digits(lowerQuartile(valuesOf(id, 'cpu'))),
      middle('calls').toFixed(1),
      ...[memory.peak, memory.now].map((bytes) => (bytes / 1e6).toFixed(0)),
      ...(id === oursId ? ['', ''] : [formatRatio(ratio), formatRatio(speed)]),
      ...formatGoalCells(ratio, goal),
    ];
  });
  return { title: `${part.title}: ${one.title}`, columns, rows, notes: [], verdicts };
}

/** Formats a number with about three significant digits. */
const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
