import type { GraphQLSchema } from 'graphql';
import type { Log } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { createErrorMask } from '../errors.ts';
import { createDirectRoad, type DirectRoad } from './direct-road.ts';
import { createEncodedParts } from './fragments/encoded-parts.ts';
import { createFragments } from './fragments/fragments.ts';
import type { FieldNames } from './fragments/shadow-schema.ts';
import { createKnownDocuments, type DocumentReader } from './known-documents.ts';
import type { BroughtAlong } from './own/brought-along.ts';
import { createOwnSchema } from './own/own-schema.ts';
import type { TextField } from './own/text-fields.ts';

export type { DirectAnswer, DirectRoad } from './direct-road.ts';

/** What of a slice's part of the graph need not be made anew for each answer. */
export type QuickFields = {
  /**
   * Fields of types whose JSON is kept beside the values: a field's value is the same object for as
   * long as it is cached, and all that can be selected below follows from it and from cached values.
   */
  readonly encoded?: FieldNames;
  /** Leaves that the resolver of a list above them brings along. */
  readonly brought?: readonly BroughtAlong[];
  /** Lists whose JSON is at hand. */
  readonly texts?: readonly TextField[];
};

/** The quick way to the answers of queries that come again and again. */
export function createExecution(options: {
  readonly readDocument: DocumentReader;
  readonly slices: readonly QuickFields[];
  /** Makes the schema of the engine once more. */
  readonly createSchema: () => GraphQLSchema;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Bound of the encoded parts of answers. */
  readonly maxPartBytes: number;
  /** Bound of the plans of documents that came back; compiled parts of them have a quarter of it beside. */
  readonly maxPlanBytes: number;
  /** What a response may hold. */
  readonly limits: Cost;
  /** False sends every request the engine's whole way: tests compare the two. */
  readonly isOpen: boolean;
}): DirectRoad {
  const { readDocument, slices, createSchema, log, telemetry } = options;
  const { maxPartBytes, maxPlanBytes, limits, isOpen } = options;
  if (!isOpen) return () => null;
  const encoded = createEncodedParts({
    maxBytes: maxPartBytes,
    maxPartBytes: limits.bytes,
    onRead: telemetry.partReads.add,
  });
  telemetry.watchCache('parts', encoded.size);
  const brought = slices.flatMap((slice) => slice.brought ?? []);
  const texts = slices.flatMap((slice) => slice.texts ?? []);
  const own = createOwnSchema({ createSchema, brought, texts });
  const fields = encodedFields(slices);
  const maxBytes = limits.bytes;
  const maxCompiledBytes = Math.floor(maxPlanBytes / 4);
  const fragments = createFragments({
    createSchema: own.schema,
    fields,
    encoded,
    maxBytes,
    maxCompiledBytes,
  });
  const documents = createKnownDocuments(readDocument, { fragments, own, limits }, maxPlanBytes);
  return createDirectRoad(documents, { mask: createErrorMask(log), maxBytes });
}

/** The encoded fields of all slices by type. */
export function encodedFields(slices: readonly QuickFields[]): FieldNames {
  const fields: Record<string, readonly string[]> = {};
  for (const { encoded = {} } of slices) {
    for (const [type, names] of Object.entries(encoded)) {
      fields[type] = [...(fields[type] ?? []), ...names];
    }
  }
  return fields;
}
