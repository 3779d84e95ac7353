import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { InvalidInputError } from '../../lib/errors.ts';

/** What the server tells clients about itself. */
export type AgentGuide = {
  /** What a client tells its model about the server. */
  readonly instructions: string;
  readonly prompts: readonly (Prompt & {
    readonly render: (given: Readonly<Record<string, string>>) => string;
  })[];
};

/** Maximum characters of an argument, which the message repeats. */
const maxArgument = 200;

/** Lists the prompts. */
export const listPrompts = ({ prompts }: AgentGuide): readonly Prompt[] =>
  prompts.map(({ render: _render, ...prompt }) => prompt);

/**
 * Returns the message of a prompt for its arguments.
 *
 * @throws {InvalidInputError} there is no such prompt, or an argument is missing, unknown or too long.
 */
export function renderPrompt(
  { prompts }: AgentGuide,
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) throw new InvalidInputError('there is no such prompt');
  const { arguments: known = [], description } = prompt;
  const missing = known.find((one) => one.required && !given[one.name]);
  if (missing) throw new InvalidInputError(`${name} needs the argument ${missing.name}`);
  for (const [key, value] of Object.entries(given)) {
    if (!known.some((one) => one.name === key))
      throw new InvalidInputError(`${name} has no argument ${JSON.stringify(key)}`);
    if (value.length > maxArgument)
      throw new InvalidInputError(`${key} must have at most ${maxArgument} characters`);
  }
  return {
    ...(description ? { description } : {}),
    messages: [{ role: 'user', content: { type: 'text', text: prompt.render(given) } }],
  };
}
