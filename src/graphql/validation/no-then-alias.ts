import { GraphQLError, type ValidationRule } from 'graphql';

/** Rejects the alias `then`: JavaScript treats an object with a `then` member as a promise. */
export const noThenRule: ValidationRule = (context) => ({
  Field: ({ alias }) => {
    if (alias?.value !== 'then') return;
    const message = 'a field cannot be called "then" in the answer; give it another alias';
    context.reportError(new GraphQLError(message, { nodes: alias }));
  },
});
