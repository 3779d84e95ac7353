/**
 * Entry of `npm run gateway`. Runs the bundle of the gateway. If the bundle is stale, it runs the
 * sources and builds the bundle for the next start.
 */
import { pathToFileURL } from 'node:url';
import { buildForNextStart, findGatewayEntry } from './build/gateway-bundle.ts';

const entry = await findGatewayEntry('main');
await import(pathToFileURL(entry).href);
buildForNextStart(entry);
