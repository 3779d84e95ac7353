/** The JSON text of a value of type `T`; it is passed on as the upstream sent it. */
export class RawJson<T = unknown> {
  readonly text: string;
  /** Never has a value; it tells the compiler the type of the parsed JSON. */
  declare readonly valueType: T;

  constructor(text: string) {
    this.text = text;
  }
}
