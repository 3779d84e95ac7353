import { UsdGain } from '../../ui/figures.tsx';

/** Shows a gain; as unknown if it is missing for shares that came without a known purchase. */
export function Gain(props: { readonly usd: number | null; readonly unknownUsd: number }) {
  if (props.usd === null && props.unknownUsd > 0) return <span className="muted">unknown</span>;
  return <UsdGain usd={props.usd} />;
}
