import {
  type ASTNode,
  type GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { listCostDirectives } from './cost/cost-directives.ts';
import { listSemanticNonNull } from './semantic-non-null.ts';

/**
 * Prints the schema that clients see, sorted by name, with the directives that describe its nulls and cost:
 * `/schema.graphql`, `generated/api.graphql`.
 */
export function printPublicSchema(schema: GraphQLSchema): string {
  const sdl = printSchema(lexicographicSortSchema(schema));
  const tables = [listSemanticNonNull(schema), listCostDirectives(schema)];
  const pieces: string[] = [];
  let copied = 0;
  const insertAfter = (node: ASTNode | undefined, place: string) => {
    const texts = tables.flatMap((table) => table.get(place) ?? []);
    if (texts.length === 0 || !node?.loc) return;
    pieces.push(sdl.slice(copied, node.loc.end), ' ', texts.join(' '));
    copied = node.loc.end;
  };
  for (const definition of parse(sdl).definitions) {
    switch (definition.kind) {
      case Kind.SCALAR_TYPE_DEFINITION:
        insertAfter(definition, definition.name.value);
        break;
      case Kind.ENUM_TYPE_DEFINITION:
        insertAfter(definition.name, definition.name.value);
        break;
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION: {
        const type = definition.name.value;
        insertAfter(definition.interfaces?.at(-1) ?? definition.name, type);
        for (const field of definition.fields ?? [])
          insertAfter(field, `${type}.${field.name.value}`);
      }
    }
  }
  return `${pieces.join('')}${sdl.slice(copied)}\n`;
}
