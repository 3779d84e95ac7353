import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PeerSettings, ServedPeer } from './graph/context.ts';

/**
 * Process entry of a contestant. Its name is the argument; its settings come from the environment.
 */
const settings: PeerSettings = {
  upstream: process.env.UPSTREAM ?? '',
  cached: process.env.CACHED === '1',
  jit: process.env.JIT === '1',
};

const peers: Readonly<Record<string, () => Promise<ServedPeer>>> = {
  'ours-standing': async () => (await import('./our-gateway.ts')).serve('standing'),
  'ours-expiring': async () => (await import('./our-gateway.ts')).serve('expiring'),
  'ours-running': async () => (await import('./our-gateway.ts')).serve('running'),
  'hand-written': async () => (await import('./hand-written.ts')).serve(settings),
  express: async () => (await import('./express.ts')).serve(settings),
  mercurius: async () => (await import('./mercurius.ts')).serve(settings),
  apollo: async () => (await import('./apollo.ts')).serve(settings),
  yoga: async () => (await import('./yoga.ts')).serve(settings),
  hive: async () => (await import('./hive.ts')).serve(settings),
  'http-proxy': async () => (await import('./http-proxy.ts')).serve(settings),
};

const name = process.argv[2] ?? '';
const start = peers[name];
if (!start) throw new Error(`there is no peer ${name}`);
const { url } = await start();
process.on('SIGTERM', () => process.exit(0));
// Ctrl-C in a terminal reaches all processes, but the suite stops its own.
process.on('SIGINT', () => undefined);
// Any message triggers a full garbage collection, so that memory is measured without garbage.
process.on('message', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  process.send?.({ collected: true });
});
process.on('disconnect', () => process.exit(0));
console.log(JSON.stringify({ ready: true, name, url }));
