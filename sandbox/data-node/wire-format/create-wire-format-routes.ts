import type { ServiceRoute } from '../../lib/http-service.ts';
import type { DataNodeState } from '../data-node-state.ts';

/**
 * Creates routes whose format differs between the specification and the legacy variant of data
 * nodes.
 */
export type CreateWireFormatRoutes = (state: DataNodeState) => readonly ServiceRoute[];
