/**
 * Bundles the gateway if its sources have changed since the last build. `npm run build` runs it; a
 * gateway that started from its sources runs it with `--in-background`, at a low priority.
 */
import { constants, setPriority } from 'node:os';
import { buildGateway } from './build/gateway-bundle.ts';

// `process.exit` runs the handlers that remove the unfinished folder; the default action of a
// signal does not.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (process.argv.includes('--in-background')) setPriority(constants.priority.PRIORITY_LOW);
const isBuilt = await buildGateway().catch((error: unknown) => {
  console.error('the gateway cannot be bundled:', error instanceof Error ? error.message : error);
  process.exit(1);
});
if (!isBuilt) {
  console.error(
    'the gateway cannot be bundled: `npm ci` without --omit=optional installs rolldown',
  );
  process.exitCode = 1;
}
