import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/test-tools.ts';

/** The browser on this machine; null where there is none. */
export const chromiumPath = findChromium() ?? null;

if (chromiumPath === null) {
  console.log(
    'browser tests are skipped: no Chromium found (npm test installs it; CHROMIUM_PATH names another)',
  );
}

/** A name by which browsers reach this machine, and do not trust it as they do `localhost`. */
export const plainName = 'gateway.test';

/** Starts it without a window, and without anything that calls home. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${plainName} 127.0.0.1`,
    ],
  });
}
