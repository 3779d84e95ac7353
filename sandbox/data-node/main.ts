import { runService } from '../lib/service-process.ts';
import { parseSettings } from '../lib/settings.ts';
import { startDataNode } from './data-node.ts';
import { dataNodeSettings } from './settings.ts';

await runService({
  name: 'data-node',
  start: async (starting, begun) =>
    startDataNode(parseSettings(dataNodeSettings, process.env), starting, begun),
});
