import { useGateway } from '../graphql/gateway-state.ts';

/** States beside a chart that its prices are synthetic; keeps its place empty without a sandbox. */
export function SyntheticNote() {
  return (
    <span>{useGateway()?.isSandbox === false ? '\u00a0' : 'Synthetic prices of the sandbox.'}</span>
  );
}
