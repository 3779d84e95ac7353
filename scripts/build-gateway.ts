/** Bundles the gateway if its sources have changed since the last build; part of `npm run build`. */
import { buildGateway } from './build/gateway-bundle.ts';

if (!(await buildGateway())) {
  throw new Error('the gateway cannot be bundled; `npm ci` installs what it needs');
}
