import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Chromium without windows: tests take a third less time with it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser on this machine; null where there is none. */
export const chromiumPath =
  candidates.find((path): path is string => path !== undefined && existsSync(path)) ?? null;

if (chromiumPath === null) {
  console.log(
    'browser tests are skipped: no Chromium found (install chromium-headless-shell or chromium, or set CHROMIUM_PATH)',
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
