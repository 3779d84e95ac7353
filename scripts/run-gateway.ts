/**
 * Entry of `npm run gateway`. Runs the bundle of the gateway. While the bundle is stale it runs the
 * sources and builds the bundle for the next start.
 */
import { pathToFileURL } from 'node:url';
import { buildForNextStart, gatewayEntry } from './build/gateway-bundle.ts';

const entry = await gatewayEntry('main');
await import(pathToFileURL(entry).href);
buildForNextStart(entry);
