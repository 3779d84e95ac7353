import '../../src/gateway.ts';
import { untilBegun } from '../../sandbox/kit/service-process.ts';

/** The gateway's process in `npm start`: it loads its modules while there is nothing behind it yet. */
const stopping = new AbortController();
const stop = () => stopping.abort();
const ends = ['SIGTERM', 'SIGINT', 'disconnect'];
for (const end of ends) process.once(end, stop);
const begun = await untilBegun(stopping.signal).then(
  () => true,
  () => false,
);
for (const end of ends) process.off(end, stop);
if (!begun) process.exit(0);
await import('../../src/main.ts');
