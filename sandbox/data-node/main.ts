import { runService } from '../kit/service-process.ts';
import { parseSettings } from '../kit/settings.ts';
import { startDataNode } from './data-node.ts';
import { dataNodeSettings } from './settings.ts';

await runService({
  name: 'data-node',
  start: async (starting, begun) =>
    startDataNode(parseSettings(dataNodeSettings, process.env), starting, begun),
});
