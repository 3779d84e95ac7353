import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { requestedLength, slicingArguments } from './cost-arguments.ts';
import { getCostHints, type ListArgumentReader, leafWeight, typeWeight } from './cost-hints.ts';
import { isListOutput, weightOfLeaf } from './field-weights.ts';

const names = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** The directives of the cost specification (IBM draft) that tell clients how cost is estimated. */
export const costDirectives: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'cost',
    description:
      'What one object or leaf counts in the cost of an operation; without it objects count 1.',
    locations: [
      DirectiveLocation.FIELD_DEFINITION,
      DirectiveLocation.OBJECT,
      DirectiveLocation.SCALAR,
      DirectiveLocation.ENUM,
    ],
    args: {
      weight: { type: new GraphQLNonNull(GraphQLString), description: 'A decimal number.' },
    },
  }),
  new GraphQLDirective({
    name: 'listSize',
    description: 'How many elements of a list count in the cost of an operation.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      assumedSize: {
        type: GraphQLInt,
        description: 'The number of elements where no argument states it.',
      },
      slicingArguments: {
        type: names,
        description: 'Arguments that state the number of elements, or name each of them.',
      },
      sizedFields: { type: names, description: 'The lists of a connection that this applies to.' },
      requireOneSlicingArgument: {
        type: GraphQLBoolean,
        defaultValue: true,
        description: 'Whether one of the arguments must be given.',
      },
    },
  }),
];

type Field = GraphQLField<unknown, unknown>;

/**
 * Returns the cost directives of a schema's types and fields, as text, by place: `Order`,
 * `Order.items`. They state the table from which costs are computed (`CostHints`).
 */
export function listCostDirectives(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const hints = getCostHints(schema);
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  const found = new Map<string, string>();
  const add = (place: string, texts: readonly string[]) => {
    if (texts.length > 0) found.set(place, texts.join(' '));
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isLeafType(type) && !isSpecifiedScalarType(type)) add(type.name, [costOf(leafWeight)]);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const weight = roots.has(type) ? 0 : typeWeight(type.name, hints);
    if (isObjectType(type) && weight !== 1) add(type.name, [costOf(weight)]);
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, [
        ...leafCost(type, field),
        ...listSize(field, requestedLengthOf(`${type.name}.${field.name}`, field)),
      ]);
    }
  }
  return found;

  function requestedLengthOf(place: string, field: Field): number {
    return requestedLength(hints.listLengths[place], field, defaultsOf(field));
  }
}

const costOf = (weight: number): string => `@cost(weight: "${weight}")`;

/** A leaf has the weight of its type; the specified scalars and fields that may wait have their own. */
function leafCost(parent: GraphQLNamedType, field: Field): readonly string[] {
  const type = getNamedType(field.type);
  if (isCompositeType(type)) return [];
  const weight = weightOfLeaf(parent, field);
  return weight !== leafWeight || isSpecifiedScalarType(type) ? [costOf(weight)] : [];
}

function listSize(field: Field, assumed: number): readonly string[] {
  const type = getNamedType(field.type);
  const isConnection = type.name.endsWith('Connection') && isObjectType(type);
  if (!isListOutput(field.type) && !isConnection) return [];
  const slicing = slicingArguments(field);
  const sized = isConnection
    ? Object.values(type.getFields()).filter((one) => isListOutput(one.type))
    : [];
  const parts = [
    `assumedSize: ${assumed}`,
    ...(slicing.length > 0 ? [`slicingArguments: ${JSON.stringify(slicing)}`] : []),
    ...(sized.length > 0 ? [`sizedFields: ${JSON.stringify(sized.map(({ name }) => name))}`] : []),
    'requireOneSlicingArgument: false',
  ];
  return [`@listSize(${parts.join(', ')})`];
}

/** Reads the arguments of a field that a document gives none. */
const defaultsOf = ({ args }: Field): ListArgumentReader => ({
  isWritten: () => false,
  read: (name) => args.find((one) => one.name === name)?.defaultValue,
});
