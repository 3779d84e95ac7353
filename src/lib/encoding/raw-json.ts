/**
 * A value of type `T` as the JSON text that an upstream sent. It is passed on as it is, neither
 * parsed nor encoded.
 */
export class RawJson<T = unknown> {
  readonly text: string;
  /** Never has a value; it tells the compiler the type of the parsed JSON. */
  declare readonly valueType: T;

  constructor(text: string) {
    this.text = text;
  }
}
