import { runService } from '../lib/service-process.ts';
import { parseOracleConfig } from './config.ts';
import { startOracle } from './oracle.ts';

await runService({
  name: 'oracle',
  start: async (signal, dependenciesReady) => {
    const config = parseOracleConfig(process.env);
    const log = (text: string) => process.stderr.write(`oracle ${config.index}: ${text}\n`);
    const oracle = await startOracle({ config, signal, dependenciesReady, log });
    return { ready: { url: oracle.url }, close: oracle.close };
  },
});
