/** Variables of an operation as a client sends them. */
export type Variables = Readonly<Record<string, unknown>>;
