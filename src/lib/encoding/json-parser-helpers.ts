/** Creates the error for invalid JSON; `why` is a clause, e.g. `a comma is missing`. */
export const jsonSyntaxError = (why: string) => new SyntaxError(`not JSON: ${why}`);

/** Whether all bytes from `from` to `to` (exclusive) are JSON whitespace. */
export function isAllJsonWhitespace(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

/** Sets an own property as `JSON.parse` does: `__proto__` too, which an assignment would not. */
export function setOwnProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
