import type { Report } from '../harness/report.ts';
import type { PhaseResult, ScaleTestResult } from './run-scale-test.ts';

/** Maximum ratio of the upstream calls per second of all gateways to those of one gateway. */
const tolerance = 1.25;

/** Returns the faults of a run; an empty list if there are none. */
export function findScaleFaults(result: ScaleTestResult): readonly string[] {
  const { options, alone, calm, killed, killedStreams, restarted, total, sent } = result;
  const { subscribers, gateways } = options;
  const faults: string[] = [];
  const expect = (isMet: boolean, fault: string) => void (isMet || faults.push(fault));
  const phases = [alone, calm, killed, restarted];
  const sum = (key: 'lostRequests' | 'refusedStreams' | 'repeatedEvents') =>
    phases.reduce((all, phase) => all + phase[key], 0);

  const [one, all] = [callsPerSecond(alone), callsPerSecond(calm)];
  expect(
    all <= one * tolerance,
    `${gateways} gateways make ${all.toFixed(1)} upstream calls a second, one ${one.toFixed(1)}`,
  );
  const received = total.events - total.repeatedEvents;
  expect(received === sent * subscribers, `${sent * subscribers - received} events are missing`);
  expect(sum('repeatedEvents') === 0, `${sum('repeatedEvents')} events came twice`);
  expect(total.ended === subscribers, `${subscribers - total.ended} streams did not end`);
  expect(sum('lostRequests') === 0, `${sum('lostRequests')} requests are lost`);
  expect(sum('refusedStreams') === 0, `${sum('refusedStreams')} streams were refused`);
  expect(calm.reconnects === 0, `${calm.reconnects} streams broke off without a cause`);
  expect(
    killed.reconnects === killedStreams,
    `a killed gateway with ${killedStreams} streams costs ${killed.reconnects} reconnects`,
  );
  for (const { name, repeatedRequests } of [alone, calm, restarted]) {
    expect(repeatedRequests === 0, `${name}: ${repeatedRequests} requests had to be sent again`);
  }
  return [...faults, ...(faults.length > 0 ? total.failures : [])];
}

const callsPerSecond = ({ upstreamCalls, seconds }: PhaseResult): number => upstreamCalls / seconds;

/** Returns the table of a run. */
export function toScaleReport(result: ScaleTestResult): Report {
  const { options, killedStreams, total, sent, sweeps } = result;
  const { gateways, subscribers, requesters, pace, every } = options;
  return {
    title: `${subscribers + requesters} clients on ${gateways} gateways, one Redis, nginx`,
    columns: [
      ...['phase', 's', 'requests/s', 'upstream calls/s', 'requests', 'sent again', 'lost'],
      ...['events', 'received', 'twice', 'missing', 'reconnects'],
    ],
    rows: [result.alone, result.calm, result.killed, result.restarted].map((phase) => [
      ...[phase.name, phase.seconds.toFixed(1), (phase.requests / phase.seconds).toFixed(0)],
      ...[callsPerSecond(phase).toFixed(1), phase.requests, phase.repeatedRequests].map(String),
      ...[phase.lostRequests, phase.sent, phase.events, phase.repeatedEvents].map(String),
      ...[phase.missing, phase.reconnects].map(String),
    ]),
    notes: [
      `${subscribers} subscribers of one sweep, an event every ${every} ms; ${requesters} requesters, a request each every ${pace} ms. ${killedStreams} streams were open at the gateway that was killed, which computed the sweep; the upstream was asked for it ${sweeps} times. ${sent} events × ${subscribers} subscribers = ${sent * subscribers}; received ${total.events}. No subscriber reconnected more than ${total.mostReconnects} times.`,
    ],
    verdicts: [],
  };
}
