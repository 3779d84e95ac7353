import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const script = join(import.meta.dirname, 'install-test-tools.ts');
const isRoot = process.getuid?.() === 0;

/** The only folder of the PATH. */
let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'tools-'));
  chmodSync(bin, 0o777);
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  for (const name of ['chromium', 'nginx', 'promtool', 'buildah', 'python3']) addProgram(name);
  addProgram('env', 'while case "$1" in *=*) true ;; *) false ;; esac; do shift; done; "$@"');
});

function addProgram(name: string, body = 'exit 0'): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

/** An apt-get that installs the program of each package, and reports how it was called. */
const installs = `echo "apt-get $*"; case "$1" in install) for name in "$@"; do :; done
printf '#!/bin/sh\\n' >${'$'}{0%/*}/"$name"; /bin/chmod +x ${'$'}{0%/*}/"$name" ;; esac`;

const install = (uid?: number) =>
  spawnSync(process.execPath, [script], {
    env: { PATH: bin },
    encoding: 'utf8',
    ...(uid !== undefined && { uid, gid: uid }),
  });

test('default: says nothing and runs nothing where nothing is missing', () => {
  addProgram('redis-server');
  expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('behavior: installs what is missing, and only that', () => {
  if (isRoot) addProgram('sudo', 'exit 1');
  else addProgram('sudo', 'shift; "$@"');
  addProgram('apt-get', installs);
  const { status, stdout, stderr } = install();
  expect(stderr).toBe('');
  expect(stdout).toContain('redis-server');
  expect(stdout).toContain('apt-get update -q\n');
  expect(stdout).toContain('apt-get install -q -y --no-install-recommends redis-server\n');
  expect(status).toBe(0);
});

// Only root can become another user.
test.runIf(isRoot)('behavior: an ordinary user installs through sudo', () => {
  addProgram('sudo', 'test "$1" = -n && shift && "$@"');
  addProgram('apt-get', installs);
  expect(install(65_534)).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['without apt-get', undefined],
  ['where apt-get fails', 'exit 100'],
  ['where apt-get installs nothing', 'exit 0'],
])('error: %s, prints one line to paste and exits with 1', (_, aptGet) => {
  addProgram('sudo', 'shift; "$@"');
  if (aptGet !== undefined) addProgram('apt-get', aptGet);
  const { status, stderr } = install();
  const sudo = isRoot ? '' : 'sudo ';
  expect(stderr).toContain('npm test cannot run without redis-server.');
  expect(stderr).toContain(
    `\n  ${sudo}apt-get update -q && ${sudo}env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends redis-server\n`,
  );
  expect(status).toBe(1);
});

test.runIf(isRoot)(
  'error: an ordinary user who may not use sudo is told the line with sudo',
  () => {
    addProgram('sudo', 'echo "sudo: a password is required" >&2; exit 1');
    addProgram('apt-get', installs);
    const { status, stderr } = install(65_534);
    expect(stderr).toContain('\n  sudo apt-get update -q && sudo env ');
    expect(status).toBe(1);
  },
);
