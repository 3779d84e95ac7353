import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { createDeprecatedMemberFinder } from './deprecated-members.ts';

/** What metrics say about an operation, the same for each client that sends it. */
export type OperationUsage = {
  /** The name of a trusted document's operation; null for others, whose number has no bound. */
  readonly operation: string | null;
  readonly deprecated: readonly string[];
};

/** How one execution went. */
export type OperationEnd = {
  readonly outcome: 'ok' | 'errors' | 'refused';
  readonly seconds: number;
};

/** Says what operations use, and counts it. */
export type UsageRecorder = {
  readonly describe: (operation: {
    readonly query: string;
    readonly document: DocumentNode;
    readonly operation: OperationDefinitionNode;
    readonly variables: Readonly<Record<string, unknown>>;
  }) => OperationUsage;
  /** @param client - Its label in metrics. */
  readonly record: (usage: OperationUsage, client: string, end: OperationEnd) => void;
};

const nothingUsed: OperationUsage = { operation: null, deprecated: [] };

/** Records nothing. */
export const noUsage: UsageRecorder = { describe: () => nothingUsed, record: () => undefined };

/** Creates the recorder of a schema. */
export function createUsageRecorder(
  schema: GraphQLSchema,
  options: {
    readonly telemetry: Pick<Telemetry, 'operations' | 'deprecatedUses'>;
    readonly documents: { readonly isTrusted: (text: string) => boolean };
  },
): UsageRecorder {
  const { telemetry, documents } = options;
  const findDeprecated = createDeprecatedMemberFinder(schema);
  return {
    describe: (used) => {
      const deprecated = findDeprecated(used);
      const isTrusted = documents.isTrusted(used.query);
      if (!isTrusted && deprecated.length === 0) return nothingUsed;
      const name = used.operation.name?.value ?? 'anonymous';
      return { operation: isTrusted ? name : null, deprecated };
    },
    record: ({ operation, deprecated }, client, { outcome, seconds }) => {
      if (operation !== null) telemetry.operations.observe({ operation, client, outcome }, seconds);
      if (outcome === 'refused') return;
      for (const member of deprecated) telemetry.deprecatedUses.inc({ member, client });
    },
  };
}
