import '../../src/gateway.ts';
import { waitForStartMessage } from '../../sandbox/lib/service-process.ts';

/** The gateway's process in `npm start`: it loads its modules while there is nothing behind it yet. */
const leave = () => process.exit(0);
const ends = ['SIGTERM', 'SIGINT', 'disconnect'];
for (const end of ends) process.once(end, leave);
await waitForStartMessage();
for (const end of ends) process.off(end, leave);
await import('../../src/main.ts');
