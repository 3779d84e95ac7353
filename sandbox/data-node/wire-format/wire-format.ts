import type { ServiceRoute } from '../../lib/http-service.ts';
import type { NodeState } from '../node-state.ts';

/** The routes whose format differs between the specification and the legacy variant of data nodes. */
export type WireFormat = (state: NodeState) => readonly ServiceRoute[];
