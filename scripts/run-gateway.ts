/**
 * Entry of `npm run gateway`. Runs the bundle of the gateway, and builds it first if it is stale.
 * Without the build tools, as after `npm ci --omit=dev`, it runs the sources.
 */
import { buildGateway, gatewayBundle } from './build/gateway-bundle.ts';

const isBuilt = await buildGateway().catch((error: unknown) => {
  console.error('the gateway cannot be bundled:', error instanceof Error ? error.message : error);
  return false;
});
await import(isBuilt ? gatewayBundle : '../src/main.ts');
