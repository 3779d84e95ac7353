/*
 * Metadata for zod schemas that describes texts in the OpenAPI document. It checks nothing: the
 * parsers of a domain do, and some of them accept more than the canonical form.
 */

/** 32 bytes in hex: an id or a hash. */
export const bytes32SchemaFormat = { pattern: '^0x[0-9a-fA-F]{64}$' } as const;
/** An EVM address in hex, in any letter case. */
export const addressSchemaFormat = { pattern: '^0x[0-9a-fA-F]{40}$' } as const;
/** Any number of whole bytes in hex; `0x` for none. */
export const hexSchemaFormat = { pattern: '^0x([0-9a-fA-F]{2})*$' } as const;
/** An amount in wei, 10^-18 of a token, as 1 to 78 decimal digits. */
export const weiSchemaFormat = { pattern: '^[0-9]{1,78}$' } as const;
/** A calendar day, `YYYY-MM-DD`. */
export const daySchemaFormat = { format: 'date' } as const;
/** A time in ISO 8601 with its UTC offset. */
export const timeSchemaFormat = { format: 'date-time' } as const;
