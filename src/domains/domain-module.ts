import { z } from 'zod';
import type { CompiledFieldHints } from '../graphql/compiled-executor/index.ts';
import type { SchemaModule } from '../graphql/schema.ts';
import type { OpenApiRouteGroup } from '../http/ops/openapi.ts';

/** What a domain contributes to the REST and GraphQL APIs, for requests with context `C`. */
export type DomainModule<C> = SchemaModule<C> & CompiledFieldHints & OpenApiRouteGroup<C>;

/** The error of a route when the data node is unavailable, for the OpenAPI document. */
export const dataNodeUnavailable = {
  502: {
    when: 'the data node is unavailable',
    message: 'the data node is unavailable; try again later',
  },
};

/**
 * Schema of a text that `parse` converts to a value.
 *
 * @param message - The error for a text that `parse` rejects with null or undefined.
 * @param typeMessage - The error for a value that is no text; by default that of zod.
 */
export const parsedTextSchema = <T>(
  message: string,
  parse: (text: string) => T | null | undefined,
  typeMessage?: string,
) =>
  z.string(typeMessage).transform((text, issues): T => {
    const value = parse(text) ?? undefined;
    if (value !== undefined) return value;
    issues.addIssue(message);
    return z.NEVER;
  });
