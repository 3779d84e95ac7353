import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type ValidationRule,
  validate,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { createErrorAt } from './create-error-at.ts';
import { truncateErrorMessage } from './graphql-errors.ts';
import {
  checkDocumentLimits,
  checkDocumentLineCount,
  documentLimits,
  documentTooLargeError,
} from './validation/document-limits.ts';
import { fieldsRule } from './validation/fields-rule.ts';
import { checkSubscriptionConditions } from './validation/subscription-conditions.ts';

/** Yoga's pipeline with the gateway's limits of documents, and `@defer` and `@stream`. */
export type GraphQLEngine = {
  /** The public schema, with the directives of incremental delivery. */
  readonly schema: GraphQLSchema;
  /** @throws {GraphQLError} a syntax error, or a document above a limit. */
  readonly parse: (text: string) => DocumentNode;
  readonly validate: (document: DocumentNode) => readonly GraphQLError[];
  /** Executes a query or mutation; several results come with `@defer` and `@stream`. */
  readonly execute: (args: ExecutionArgs) => ExecutionOutcome | Promise<ExecutionOutcome>;
};

type ExecutionOutcome = ExecutionResult | AsyncIterable<ExecutionResult>;

/** Creates the engine of a schema. Nothing in it depends on the request. */
export function createGraphQLEngine(publicSchema: GraphQLSchema): GraphQLEngine {
  const { getEnveloped } = createYoga({
    schema: publicSchema,
    plugins: [useDocumentLimits(), useDeferStream()],
    parserAndValidationCache: false,
    maskedErrors: false,
    logging: false,
    graphiql: false,
  });
  const { schema, parse, validate, execute } = getEnveloped({});
  return {
    schema,
    parse,
    validate: (document) => validate(schema, document) as readonly GraphQLError[],
    execute: execute as GraphQLEngine['execute'],
  };
}

/** Rejects documents above the limits, `then` aliases, and conditions on subscription roots. */
function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseWithinLimits);
    },
    onValidate({ params, setResult, setValidationFn, addValidationRule }) {
      addValidationRule(noThenRule);
      const document: DocumentNode = params.documentAST;
      const error = checkDocumentLimits(document) ?? checkSubscriptionConditions(document);
      if (error) setResult([error]);
      setValidationFn(
        (schema: GraphQLSchema, ast: DocumentNode, rules: readonly ValidationRule[]) =>
          validate(schema, ast, supersedeRules(rules)),
      );
      return ({ result, setResult: replace }) => {
        if (Array.isArray(result)) replace(result.map(toPublicError));
      };
    },
  };
}

function parseWithinLimits(source: string, options: object): DocumentNode {
  const tooLong = checkDocumentLineCount(source);
  if (tooLong) throw tooLong;
  try {
    return parse(source, { ...options, maxTokens: documentLimits.tokens });
  } catch (error) {
    // A deeply nested literal can exceed the parser's stack before the token limit.
    if (error instanceof RangeError)
      throw documentTooLargeError('levels of nesting', documentLimits.depth);
    const isLimit = error instanceof Error && error.message.includes('Parsing aborted');
    if (isLimit) throw documentTooLargeError('tokens', documentLimits.tokens);
    if (error instanceof GraphQLError) error.extensions.code = 'GRAPHQL_PARSE_FAILED';
    throw error;
  }
}

/**
 * Removes graphql-js' merge rule, which the `@defer` plugin replaces by one that knows `@stream`;
 * the plugin finds it by its function name, which a bundler may change. Its rule that fields exist
 * gives way to the one with hints.
 */
const supersedeRules = (rules: readonly ValidationRule[]): readonly ValidationRule[] =>
  rules
    .filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)
    .map((rule) => (rule === FieldsOnCorrectTypeRule ? fieldsRule : rule));

/** Rejects the alias `then`: JavaScript treats an object with a `then` member as a promise. */
const noThenRule: ValidationRule = (context) => ({
  Field: ({ alias }) => {
    if (alias?.value !== 'then') return;
    const message = 'a field cannot be called "then" in the response; give it another alias';
    context.reportError(new GraphQLError(message, { nodes: alias }));
  },
});

const toPublicError = (error: GraphQLError): GraphQLError =>
  createErrorAt(error, truncateErrorMessage(error.message), { extensions: error.extensions });
