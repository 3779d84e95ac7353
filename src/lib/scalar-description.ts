/** What the documentation says about a custom scalar of the GraphQL API. */
export type ScalarDescription = {
  readonly name: string;
  readonly description: string;
  readonly format: string;
  /** Which values of the format are valid. */
  readonly range: string;
  readonly examples: readonly (string | number)[];
  /** A value that is refused, and the message of its error. */
  readonly invalid: string | number;
  readonly error: string;
};
