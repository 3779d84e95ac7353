import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** How the first requests on new connections ended, until a load balancer would send no more. */
export type StopCounts = {
  readonly stops: number;
  /** A complete response came. */
  readonly answered: number;
  /** The connection was never established: a client tries elsewhere and nothing is lost. */
  readonly refused: number;
  /** The connection was established, and closed without a complete response. */
  readonly lost: number;
  /** Exit codes other than 0. */
  readonly badExits: number;
};

/** A gateway that is stopped with SIGTERM. */
export type Stoppable = {
  readonly url: string;
  /** Resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
};

/** The load that a gateway is stopped under. */
export type StopLoad = {
  readonly stops: number;
  /** Starts the next gateway. */
  readonly start: () => Promise<Stoppable>;
  /** Clients that open one connection after the other, each for one request. */
  readonly clients?: number;
  /** Clients that come beside them each millisecond, whatever became of those before. */
  readonly arrivals?: number;
  /** Processes beside that use all the CPU they get. */
  readonly busyProcesses?: number;
  /** Told after each stop. */
  readonly onStop?: (counts: StopCounts) => void;
};

const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const isComplete = (text: string) => text.endsWith('{"status":"alive"}');

/** Stops gateways, one after the other, each under load, and counts what became of the requests. */
export async function stopUnderLoad(load: StopLoad): Promise<StopCounts> {
  const { stops, start, clients = 50, arrivals = 2, busyProcesses = 2, onStop } = load;
  const busy = Array.from({ length: busyProcesses }, startBusyProcess);
  let counts: StopCounts = { stops: 0, answered: 0, refused: 0, lost: 0, badExits: 0 };
  try {
    while (counts.stops < stops) {
      const { outcomes, code } = await stopOnce(await start(), {
        clients,
        arrivals,
        loadTime: 300 + 37 * (counts.stops % 7),
      });
      const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
      counts = {
        stops: counts.stops + 1,
        answered: counts.answered + count('answered'),
        refused: counts.refused + count('refused'),
        lost: counts.lost + count('lost'),
        badExits: counts.badExits + (code === 0 ? 0 : 1),
      };
      onStop?.(counts);
    }
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
  return counts;
}

/** Starts a process in which one gateway follows the other, since to start a process takes longer than all the rest. */
export async function startRestartingGateway(): Promise<
  AsyncDisposable & { readonly start: () => Promise<Stoppable> }
> {
  const stateDir = await mkdtemp(join(tmpdir(), 'stops-'));
  const child = fork(fileURLToPath(new URL('restarting-gateway-main.ts', import.meta.url)));
  const hear = async <T>() => (await once(child, 'message'))[0] as T;
  return {
    start: async () => {
      child.send(stateDir);
      const { url } = await hear<{ url: string }>();
      return {
        url,
        stop: async () => {
          child.kill('SIGTERM');
          return (await hear<{ code: number }>()).code;
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, 'exit');
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

function startBusyProcess(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random());'], { stdio: 'ignore' });
}

type Outcome = 'answered' | 'refused' | 'lost';

/** @param load - With the time that it runs before the stop, milliseconds. */
async function stopOnce(
  gateway: Stoppable,
  load: { readonly clients: number; readonly arrivals: number; readonly loadTime: number },
) {
  const { port, hostname } = new URL(gateway.url);
  const outcomes: Outcome[] = [];
  let isOver = false;
  const requestAgain = async (): Promise<void> => {
    const outcome = await requestOnce(Number(port), hostname);
    outcomes.push(outcome);
    if (outcome === 'refused') isOver = true;
  };
  const running = Array.from({ length: load.clients }, async () => {
    while (!isOver) await requestAgain();
  });
  // As a load balancer does: nothing new goes to a gateway that drains.
  const watchReadiness = async () => {
    while (!isOver) {
      const response = await fetch(`${gateway.url}/readyz`).catch(() => null);
      const body = (await response?.json()) as { readonly status: string } | undefined;
      if (body === undefined || body.status === 'draining') isOver = true;
      await pause(50);
    }
  };
  running.push(watchReadiness());
  const timer = setInterval(() => {
    if (isOver) return;
    for (let count = 0; count < load.arrivals; count += 1) running.push(requestAgain());
  }, 1);
  await pause(load.loadTime);
  const code = await gateway.stop();
  isOver = true;
  clearInterval(timer);
  await Promise.all(running);
  return { outcomes, code };
}

function requestOnce(port: number, hostname: string): Promise<Outcome> {
  return new Promise((resolve) => {
    let outcome: Outcome = 'refused';
    let text = '';
    const socket = connect({ port, host: hostname, noDelay: true }, () => {
      outcome = 'lost';
      socket.write(request);
    });
    socket.setEncoding('latin1').on('data', (more) => {
      text += more;
      if (!isComplete(text)) return;
      outcome = 'answered';
      socket.destroy();
    });
    socket.on('end', () => socket.destroy());
    socket.on('error', () => undefined).on('close', () => resolve(outcome));
  });
}
