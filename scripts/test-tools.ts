import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that tests run and that npm does not install. */
export type TestTool = {
  readonly name: string;
  /** Debian packages that have it. */
  readonly debian: readonly string[];
  /** What installs it with Homebrew or pip on macOS; null if it does not exist there. */
  readonly macos: string | null;
  /** Returns its path; undefined if it is not installed. */
  readonly find: () => string | undefined;
};

const chromiumNames = [
  // Chromium without windows: tests take a third less time with it.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
];

/** Returns the paths of the files with this name in the folders of `PATH`. */
function findOnPath(name: string): readonly string[] {
  // Debian keeps nginx in a folder that is not on the PATH of ordinary users.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).filter((file) => existsSync(file));
}

/** Returns the path of the Chromium that tests start; `CHROMIUM_PATH` overrides it. */
export const findChromium = (): string | undefined =>
  [
    ...(process.env.CHROMIUM_PATH
      ? [process.env.CHROMIUM_PATH]
      : chromiumNames.flatMap(findOnPath)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((file) => existsSync(file));

/** Returns the path of a Python that has the libraries of the Python client and of the guides. */
export const findPython = (): string | undefined =>
  findOnPath('python3').find(
    (file) => spawnSync(file, ['-c', 'import requests, numpy, pandas']).status === 0,
  );

const program = (name: string, debian: string, macos: string | null): TestTool => ({
  name,
  debian: [debian],
  macos,
  find: () => findOnPath(name)[0],
});

/** Everything that `npm test` needs on this machine beyond npm. */
export const testTools: readonly TestTool[] = [
  {
    name: 'chromium',
    debian: ['chromium-headless-shell'],
    macos: 'brew install --cask google-chrome',
    find: findChromium,
  },
  program('redis-server', 'redis-server', 'brew install redis'),
  program('nginx', 'nginx-light', 'brew install nginx'),
  program('promtool', 'prometheus', 'brew install prometheus'),
  // It builds the container image, for which it needs Linux.
  program('buildah', 'buildah', null),
  {
    name: 'python3 with requests, numpy and pandas',
    debian: ['python3-requests', 'python3-numpy', 'python3-pandas'],
    macos: 'python3 -m pip install --user --break-system-packages requests numpy pandas',
    find: findPython,
  },
];
