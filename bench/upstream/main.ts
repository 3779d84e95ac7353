import { startUpstream } from './upstream-server.ts';

/** Process entry of the fake upstream; `PORT` is optional. */
const upstream = await startUpstream(Number(process.env.PORT ?? 0));
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name: 'upstream', url: upstream.url }));
