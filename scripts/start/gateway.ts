import '../../src/gateway.ts';
import { waitForStartMessage } from '../../sandbox/lib/service-process.ts';

/**
 * Process entry of the gateway in `npm start`. It loads the gateway's modules at once, and starts
 * the gateway when the parent sends the start message.
 */
const leave = () => process.exit(0);
const ends = ['SIGTERM', 'SIGINT', 'disconnect'];
for (const end of ends) process.once(end, leave);
await waitForStartMessage();
for (const end of ends) process.off(end, leave);
await import('../../src/main.ts');
