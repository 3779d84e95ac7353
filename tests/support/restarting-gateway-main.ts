import { parseConfig } from '../../src/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { isolatedEnv } from './gateway.ts';

/** A process in which one gateway follows the other: a message starts one, SIGTERM stops it, as `src/main.ts` does. */
let stop: () => Promise<void> = async () => undefined;
process.on('message', async (stateDir: string) => {
  const gateway = createGateway(
    parseConfig({ ...isolatedEnv, DRAIN_SECONDS: '1', STATE_DIR: stateDir }),
  );
  stop = gateway.close;
  process.send?.({ url: await gateway.listen() });
});
process.on('SIGTERM', () => {
  stop().then(
    () => process.send?.({ code: 0 }),
    () => process.send?.({ code: 1 }),
  );
});
process.on('disconnect', () => process.exit());
