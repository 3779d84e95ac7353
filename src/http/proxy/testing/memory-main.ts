import { startProxy } from './proxy.ts';

/**
 * A separate proxy process that prints its resident memory on demand, one line of bytes each time.
 */
const proxy = await startProxy({ upstream: new URL(String(process.argv[2])), stallLimit: 60_000 });
process.stdout.write(`${proxy.port}\n`);
process.stdin.on('data', () => process.stdout.write(`${process.memoryUsage.rss()}\n`));
process.stdin.on('end', () => process.exit(0));
