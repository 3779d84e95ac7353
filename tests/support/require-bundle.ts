import { createGateway } from '../../src/gateway.ts';

// Its path is not one of the sources, so that no alias applies.
const bundle = new URL('../../dist/gateway/gateway.js', import.meta.url).href;
const { createGateway: bundled } = (await import(bundle)) as { createGateway: unknown };
if (createGateway !== bundled) throw new Error('the tests do not run on the bundle');
