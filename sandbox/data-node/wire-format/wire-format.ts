import type { ServiceRoute } from '../../lib/http-service.ts';
import type { NodeState } from '../node-state.ts';

/** The routes that are spelled differently by the data nodes of the world. */
export type WireFormat = (state: NodeState) => readonly ServiceRoute[];
