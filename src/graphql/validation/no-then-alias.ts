import { GraphQLError, type ValidationRule } from 'graphql';

/**
 * Refuses fields that would be called `then` in the answer: whoever executes, or only awaits, takes an
 * object with such a member for a promise.
 */
export const noThenRule: ValidationRule = (context) => ({
  Field: ({ alias }) => {
    if (alias?.value !== 'then') return;
    const message = 'a field cannot be called "then" in the answer; give it another alias';
    context.reportError(new GraphQLError(message, { nodes: alias }));
  },
});
