import { serveSimulator } from '../../../sandbox/data-node/sim/testing/serve-simulator.ts';

/** A slow simulator in a process of its own, so that a test can kill it. */
const served = await serveSimulator({ paceMs: 100 });
process.send?.({ url: served.url });
process.on('disconnect', () => process.exit());
