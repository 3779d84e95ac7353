/** A value known only as its exact JSON text, passed on without parsing or encoding. */
export class RawJson<T = unknown> {
  readonly text: string;
  /** Type of the value; exists for the compiler only. */
  declare readonly valueType: T;

  constructor(text: string) {
    this.text = text;
  }
}
