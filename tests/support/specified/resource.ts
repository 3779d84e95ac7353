/** The specified fields of a resource: name → type. */
export type SpecifiedResource = {
  readonly name: string;
  /** Method and path of the Route; its first test case is requested. */
  readonly route: string;
  /** Part of the case's path, where the route has several cases. */
  readonly asking?: string;
  /** Where in the body it is: keys, and `*` for each element of a list. */
  readonly at: readonly string[];
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Fields beside the specified ones, and why they are there. */
  readonly extra?: Readonly<Record<string, string>>;
};

/** Types as the specification words them; `?` may be absent. */
export type FieldType =
  | 'number'
  | 'int'
  | 'string'
  | 'boolean'
  | 'wei'
  | 'string[]'
  | 'object'
  | 'array'
  | 'ISO 8601'
  | 'null'
  | `${'number' | 'string' | 'wei' | 'ISO 8601' | 'object'} or null`
  | `${'number' | 'string' | 'object' | 'ISO 8601'}?`;
