/**
 * Bundles the gateway if its sources have changed since the last build; part of `npm run build`, and
 * run with `--in-background`, at a low priority, by a gateway that started from its sources.
 */
import { constants, setPriority } from 'node:os';
import { buildGateway } from './build/gateway-bundle.ts';

// An exit removes the unfinished folder, which the default action of a signal leaves behind.
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
