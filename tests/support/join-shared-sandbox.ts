import { inject } from 'vitest';
import type { SharedSandbox } from './shared-sandbox.ts';

/**
 * Returns the sandbox that test files share. A file that joins it changes nothing there but to add
 * runs: what it plays, pays or stops would meet the other files.
 */
export async function joinSharedSandbox(): Promise<SharedSandbox> {
  const response = await fetch(inject('sharedSandboxUrl'));
  if (!response.ok) throw new Error(`the shared sandbox did not start: ${await response.text()}`);
  const { urls, gatewayEnv } = (await response.json()) as SharedSandbox;
  // Each gateway keeps files of its own.
  const { STATE_DIR: _ofAnother, ...env } = gatewayEnv;
  return { urls, gatewayEnv: env };
}
