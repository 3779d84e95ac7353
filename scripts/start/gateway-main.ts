import { waitForStartMessage } from '../../sandbox/lib/service-process.ts';
import { runGatewayProcess } from '../../src/gateway-process.ts';

/**
 * Process entry of the gateway in `npm start`. It creates the gateway at once, which connects and
 * listens when the parent sends the start message.
 */
await runGatewayProcess({ env: process.env, mayListen: waitForStartMessage() });
