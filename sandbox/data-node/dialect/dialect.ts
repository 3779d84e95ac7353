import type { ServiceRoute } from '../../kit/http-service.ts';
import type { NodeState } from '../node-state.ts';

/** The routes that are spelled differently by the data nodes of the world. */
export type Dialect = (state: NodeState) => readonly ServiceRoute[];
