import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { once } from '../../../core/lazily.ts';
import { asksAboutSchema } from '../asks-about-schema.ts';
import { addBrought, type BroughtAlong, takeBrought } from './brought-along.ts';
import { addTextFields, type TextField, takeTexts } from './text-fields.ts';

/** A schema that nobody sees: beside the fields of the engine's it has quicker ways to some of them. */
export type OwnSchema = {
  readonly schema: () => GraphQLSchema;
  /**
   * A plain operation that takes the quicker ways; null where there is none to take, or where the
   * schema itself is asked about.
   */
  readonly rewrite: (operation: OperationDefinitionNode) => OperationDefinitionNode | null;
};

/** @param options.createSchema - Makes the engine's schema anew; it is called once, on first use. */
export function createOwnSchema(options: {
  readonly createSchema: () => GraphQLSchema;
  readonly brought: readonly BroughtAlong[];
  readonly texts: readonly TextField[];
}): OwnSchema {
  const { createSchema, brought, texts } = options;
  const schema = once(() => addTextFields(addBrought(createSchema(), brought), texts));
  return {
    schema,
    rewrite: (operation) => {
      if (asksAboutSchema(operation)) return null;
      const withBrought = takeBrought(operation, schema(), brought);
      return takeTexts(withBrought ?? operation, schema(), texts) ?? withBrought;
    },
  };
}
