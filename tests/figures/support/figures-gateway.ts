import { expect } from 'vitest';
import { serveSimulator } from '../../../sandbox/data-node/sim/testing/serve-simulator.ts';
import { startTestDataNode, testNow } from '../../../sandbox/data-node/testing/test-data-node.ts';
import { forwardGet } from '../../support/counting-proxy.ts';
import { startGateway, startUpstream, type TestGateway } from '../../support/gateway.ts';

/**
 * Starts a gateway before a data node and a simulator, at the time of the data node.
 *
 * @param options.isOneWorld - Whether the simulator has the data node's history, as in the sandbox.
 */
export async function startFiguresGateway(
  stack: AsyncDisposableStack,
  { isOneWorld = false } = {},
): Promise<TestGateway> {
  const node = stack.use(await startTestDataNode());
  const simulator = stack.use(
    await serveSimulator(isOneWorld ? { history: node.state.history } : {}),
  );
  const upstream = stack.use(
    await startUpstream((request, response) => {
      const url = request.url?.startsWith('/sim/') ? simulator.url : node.url.spec;
      void forwardGet(url, request, response);
    }),
  );
  const clock = { now: () => testNow };
  return stack.use(await startGateway({ DATA_NODE_URL: upstream.url }, { clock }));
}

/** Returns the data of a query, which must have no errors. */
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
export async function queryData(gateway: TestGateway, text: string): Promise<any> {
  const { data, errors } = await gateway.query(text);
  expect(errors).toBeUndefined();
  return data;
}
