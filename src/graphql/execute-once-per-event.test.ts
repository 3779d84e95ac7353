import { buildSchema, type ExecutionResult, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { subscribeWithSharedExecution } from './execute-once-per-event.ts';

const schema = buildSchema(`
  type Query { a: Int }
  type Subscription { count(from: Int = 0): Count! }
  type Count { value: Int! name: String }
`);

/** A subscription with one event that counts how often its field is resolved. */
function createCounter(options: { readonly fail?: (call: number) => boolean } = {}) {
  let resolved = 0;
  const event = {
    count: {
      value: async () => {
        resolved += 1;
        if (options.fail?.(resolved)) throw new Error('the client has left');
        return resolved;
      },
      name: 'one',
    },
  };
  const rootValue = {
    count: async function* () {
      yield event;
    },
  };
  const listen = async (source: string, variableValues: Record<string, unknown> = {}) => {
    const args = { schema, document: parse(source), rootValue, variableValues };
    const results = await subscribeWithSharedExecution(args, (work) => work());
    if (!(Symbol.asyncIterator in results)) throw new Error('refused');
    return (await results.next()).value as ExecutionResult;
  };
  return { listen, resolved: () => resolved };
}

describe('subscribeWithSharedExecution', () => {
  test('default: subscribers with the same operation get the same result object', async () => {
    const { listen, resolved } = createCounter();
    const operation = 'subscription { count { value } }';
    const [one, two] = await Promise.all([
      listen(operation),
      listen('subscription {\n  count { value }\n}'),
    ]);
    expect(one).toEqual({ data: { count: { value: 1 } } });
    expect(two).toBe(one);
    expect(resolved()).toBe(1);
  });

  test('behavior: another selection or other variables give another result', async () => {
    const { listen, resolved } = createCounter();
    const withVariable = 'subscription ($from: Int) { count(from: $from) { value } }';
    expect(await listen('subscription { count { value name } }')).toEqual({
      data: { count: { value: 1, name: 'one' } },
    });
    expect(await listen('subscription { count { name } }')).toEqual({
      data: { count: { name: 'one' } },
    });
    await listen(withVariable, { from: 1 });
    await listen(withVariable, { from: 2 });
    expect(resolved()).toBe(3);
  });

  test('error: an execution that failed for one subscriber is repeated for the others', async () => {
    const { listen } = createCounter({ fail: (call) => call === 1 });
    const operation = 'subscription { count { value } }';
    const [one, two] = await Promise.all([listen(operation), listen(operation)]);
    expect(one.errors).toHaveLength(1);
    expect(two).toEqual({ data: { count: { value: 2 } } });
    expect(await listen(operation)).toMatchObject({ data: { count: { value: 3 } } });
  });
});
