/** A patch in the colour of a series, shown beside its name. */
export function Swatch({ token }: { readonly token: string }) {
  return <span className="swatch" style={{ background: `var(${token})` }} />;
}
