/** Returns the sum of the lengths of buffers or texts. */
export const totalLength = (pieces: readonly { readonly length: number }[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);
