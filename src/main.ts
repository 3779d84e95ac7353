import { runGatewayProcess } from './gateway-process.ts';

await runGatewayProcess({ env: process.env });
