import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

/** Upper bounds of what introspection of a schema returns. */
export type IntrospectionSizes = {
  /**
   * Length of an introspection list: below `__schema.types` the mean over all types, so that the
   * total is exact; elsewhere the longest.
   *
   * @param trail - Field names from the root to the list: `__schema.types.fields`.
   */
  readonly lengthOf: (field: string, trail: string) => number;
  /** Bytes of the longest text with this field name. */
  readonly textBytes: (field: string) => number;
};

/** Returns the sizes of a schema; they are computed once. */
export const computeIntrospectionSizes: (schema: GraphQLSchema) => IntrospectionSizes =
  memoizeOnObject(count);

type Described = {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  readonly defaultValue?: unknown;
};
type List = { total: number; longest: number };
const newList = (): List => ({ total: 0, longest: 0 });

function count(schema: GraphQLSchema): IntrospectionSizes {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const lists = {
    fields: newList(),
    inputFields: newList(),
    enumValues: newList(),
    interfaces: newList(),
    possibleTypes: newList(),
    args: newList(),
  };
  const longest: Record<string, number> = {};
  const measure = (field: string, text: string | null | undefined) => {
    const bytes = Buffer.byteLength(JSON.stringify(text ?? null));
    longest[field] = Math.max(longest[field] ?? 0, bytes);
  };
  const add = (list: List, members: readonly Described[]) => {
    list.total += members.length;
    list.longest = Math.max(list.longest, members.length);
    for (const member of members) read(member);
  };
  const read = (member: Described) => {
    measure('name', member.name);
    measure('description', member.description);
    measure('deprecationReason', member.deprecationReason);
    measure('defaultValue', JSON.stringify(member.defaultValue));
  };
  for (const type of types) {
    read(type);
    if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields());
      add(lists.fields, fields);
      add(lists.interfaces, type.getInterfaces());
      for (const { args } of fields) add(lists.args, args);
    }
    if (isInputObjectType(type)) add(lists.inputFields, Object.values(type.getFields()));
    if (isEnumType(type)) add(lists.enumValues, type.getValues());
    if (isUnionType(type) || isInterfaceType(type)) {
      add(lists.possibleTypes, schema.getPossibleTypes(type));
    }
  }
  for (const directive of directives) {
    read(directive);
    lists.args.longest = Math.max(lists.args.longest, directive.args.length);
  }
  const ofEachType = (list: List) => list.total / types.length;
  const exact: Readonly<Record<string, number>> = {
    '__schema.types': types.length,
    '__schema.directives': directives.length,
    '__schema.types.fields': ofEachType(lists.fields),
    '__schema.types.inputFields': ofEachType(lists.inputFields),
    '__schema.types.enumValues': ofEachType(lists.enumValues),
    '__schema.types.interfaces': ofEachType(lists.interfaces),
    '__schema.types.possibleTypes': ofEachType(lists.possibleTypes),
    '__schema.types.fields.args': lists.args.total / Math.max(1, lists.fields.total),
  };
  /** Upper bound of a directive's locations: the number of location kinds. */
  const locations = 20;
  /** Upper bound of other texts, such as the URL of a scalar's specification. */
  const otherText = 200;
  return {
    lengthOf: (field, trail) =>
      exact[trail] ?? lists[field as keyof typeof lists]?.longest ?? locations,
    textBytes: (field) => longest[field] ?? otherText,
  };
}
