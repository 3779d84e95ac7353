import { setCollectorFlags } from './collector-flags.ts';
import { ConfigError, parseConfig } from './core/config.ts';
import { createGateway } from './gateway.ts';

/** The gateway as a process: configuration from the environment, signals, exit codes. */
async function main(): Promise<void> {
  setCollectorFlags();
  const config = parseConfig(process.env);
  const gateway = createGateway(config);
  const url = await gateway.listen();
  const stop = () => {
    gateway.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  console.log(JSON.stringify({ ready: true, name: 'gateway', url }));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
