import { runService } from '../lib/service-process.ts';
import { parseSettings } from '../lib/settings.ts';
import { startDataNode } from './data-node.ts';
import { dataNodeSettingsSchema } from './settings.ts';

await runService({
  name: 'data-node',
  start: async (starting, dependenciesReady) =>
    startDataNode(parseSettings(dataNodeSettingsSchema, process.env), starting, dependenciesReady),
});
