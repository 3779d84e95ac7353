import { getHeapStatistics } from 'node:v8';
import { setCollectorFlags } from './collector-flags.ts';
import { ConfigError, parseConfig } from './core/config.ts';
import { createGateway } from './gateway.ts';

/** The gateway as a process: configuration from the environment, signals, exit codes. */
async function main(): Promise<void> {
  setCollectorFlags();
  const config = parseConfig(process.env, getHeapStatistics().heap_size_limit);
  const gateway = createGateway(config);
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    gateway.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  try {
    const url = await gateway.listen();
    console.log(JSON.stringify({ ready: true, name: 'gateway', url }));
  } catch (error) {
    // A start that is given up fails; the exit code is that of the stop.
    if (!isStopping) throw error;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
