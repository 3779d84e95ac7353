/**
 * A value of which only its JSON is known, in the very letters in which it would be encoded. What is
 * passed on as it came need be neither parsed nor encoded.
 */
export class RawJson<T = unknown> {
  readonly text: string;
  /** What the text says; for the compiler alone. */
  declare readonly valueType: T;

  constructor(text: string) {
    this.text = text;
  }
}
