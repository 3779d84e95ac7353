import {
  FieldsOnCorrectTypeRule,
  type GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { createErrorAt } from '../create-error-at.ts';

/** How the fields of a connection, of its edges and of its nodes are reached from each other. */
const pathsToFields = [['edges', 'node'], ['node'], ['edges']] as const;

/** graphql-js' rule that fields exist, whose errors tell how fields of a list's nodes are selected. */
export const fieldsRule: ValidationRule = (context) => {
  const reportError = (error: GraphQLError) => context.reportError(withHint(error, context));
  return FieldsOnCorrectTypeRule(
    Object.assign(Object.create(context) as ValidationContext, { reportError }),
  );
};

function withHint(error: GraphQLError, context: ValidationContext): GraphQLError {
  const node = error.nodes?.[0];
  const parent = context.getParentType();
  if (node?.kind !== Kind.FIELD || !parent) return error;
  const name = node.name.value;
  const path = pathsToFields.find((steps) => {
    const type = steps.reduce<GraphQLNamedType | undefined>((from, step) => {
      const field = fieldsOf(from)[step];
      return field?.args.length === 0 ? getNamedType(field.type) : undefined;
    }, parent);
    return Object.hasOwn(fieldsOf(type), name);
  });
  if (!path) return error;
  const field = node.selectionSet ? `${name} { … }` : name;
  const selection = path.reduceRight((inner, step) => `${step} { ${inner} }`, field);
  return createErrorAt(error, `${error.message} Select ${selection}.`, {});
}

const fieldsOf = (type: GraphQLNamedType | undefined) =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
