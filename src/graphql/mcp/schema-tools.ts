import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printType,
} from 'graphql';

const maxLines = 60;

/** Types of federation and introspection, which clients of the API do not use. */
const isInternal = ({ name }: GraphQLNamedType) => /^(_|federation__|link__)/.test(name);

/** Lines that a search found, and how many more there are. */
export type SchemaMatches = { readonly matches: readonly string[]; readonly more: number };

/** Finds types, fields and enum values with every word in name or description; one line each. */
export function searchGraphQLSchema(schema: GraphQLSchema, query: string): SchemaMatches {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  const types = Object.values(schema.getTypeMap()).filter((type) => !isInternal(type));
  const lines = types.flatMap(linesOf).filter((line) => {
    const text = line.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { matches: lines.slice(0, maxLines), more: Math.max(0, lines.length - maxLines) };
}

function linesOf(type: GraphQLNamedType): string[] {
  const line = (name: string, description: string | null | undefined) =>
    `${name}${description ? `: ${description.replaceAll(/\s+/g, ' ').trim()}` : ''}`;
  const own = line(type.name, type.description);
  if (isEnumType(type)) {
    const values = type.getValues().map((one) => line(`${type.name}.${one.name}`, one.description));
    return [own, ...values];
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
  const fields = Object.values(type.getFields()).map((field) => {
    const args =
      'args' in field
        ? (field.args as readonly GraphQLArgument[]).map((one) => `${one.name}: ${one.type}`)
        : [];
    const given = args.length > 0 ? `(${args.join(', ')})` : '';
    return line(`${type.name}.${field.name}${given}: ${field.type}`, field.description);
  });
  return [own, ...fields];
}

/** Returns a type in SDL; null when there is none of the name. */
export function introspectType(schema: GraphQLSchema, name: string): string | null {
  const type = schema.getTypeMap()[name];
  return type && !isInternal(type) ? printType(type) : null;
}
