import {
  startTestDataNode,
  type TestDataNode,
  testNow,
  testToken,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { startGateway, type TestGateway } from './gateway.ts';

/** Both dialects of data nodes; the gateway answers the same on each. */
export const dataNodeFormats = ['spec', 'wild'] as const;

/** One data node that speaks both dialects over the same world, and a gateway on each. */
export type GatewayPerFormat = AsyncDisposable & {
  readonly node: TestDataNode;
  readonly spec: TestGateway;
  readonly wild: TestGateway;
};

/** A data node and a gateway on it. */
export type GatewayOnNode = AsyncDisposable & {
  readonly node: TestDataNode;
  readonly gateway: TestGateway;
};

/** Starts them; their common time stands still at `testNow`. */
export async function startGatewayOnNode(
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayOnNode> {
  const stack = new AsyncDisposableStack();
  const node = stack.use(await startTestDataNode());
  const clock = { now: () => testNow };
  const gateway = stack.use(
    await startGateway({ DATA_NODE_URL: node.url.spec, ...env }, { clock }),
  );
  return { node, gateway, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Starts them; their common time stands still at `testNow`. */
export async function startGatewayPerFormat(
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayPerFormat> {
  const stack = new AsyncDisposableStack();
  const node = stack.use(await startTestDataNode());
  const clock = { now: () => testNow };
  const on = async (dialect: 'spec' | 'wild') =>
    stack.use(
      await startGateway(
        { DATA_NODE_URL: node.url[dialect], EXPLORER_TOKEN: testToken, ...env },
        { clock },
      ),
    );
  return {
    node,
    spec: await on('spec'),
    wild: await on('wild'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
