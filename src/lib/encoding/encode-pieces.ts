const pieceLength = 64 * 1024;

/** Encodes texts as UTF-8, in pieces of about 64 kB; for `runYielding`. */
export function* encodePieces(texts: Iterable<string>): Generator<undefined, readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let joined = '';
  for (const text of texts) {
    joined += text;
    if (joined.length < pieceLength) continue;
    pieces.push(Buffer.from(joined));
    joined = '';
    yield;
  }
  pieces.push(Buffer.from(joined));
  return pieces;
}
