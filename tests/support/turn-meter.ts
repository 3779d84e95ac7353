/**
 * Loaded into a process with `--import`, it measures the CPU time that the main thread spends between two
 * rounds of timers, which is what one turn of the event loop takes: other work on the machine does not count.
 * On SIGUSR2 it writes the longest since the last time to stdout, and begins anew.
 */
import { writeSync } from 'node:fs';

/** A turn that is shorter is not worth being told, ms. */
const tickMs = 2;

const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let before = spent();
let longest = 0;

setInterval(() => {
  const now = spent();
  longest = Math.max(longest, now - before);
  before = now;
}, tickMs).unref();

process.on('SIGUSR2', () => {
  writeSync(1, `${JSON.stringify({ longestTurn: longest })}\n`);
  longest = 0;
  before = spent();
});
