import { afterEach, beforeEach } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { type FakeDataNode, startFakeDataNode } from './fake-data-node.ts';

/** A data node whose answers a test says, and a gateway on it. */
export type SimWorld = { readonly node: FakeDataNode; readonly gateway: TestGateway };

/** Starts one for each test of a file, and ends it after the test. */
export function withFakeDataNode(take: (world: SimWorld) => void): void {
  let stack: AsyncDisposableStack;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    const node = stack.use(await startFakeDataNode());
    take({ node, gateway: stack.use(await startGateway({ DATA_NODE_URL: node.url })) });
  });
  afterEach(() => stack.disposeAsync());
}
