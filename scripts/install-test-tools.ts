/**
 * First step of `npm test`. Installs the programs that tests need and that are missing: with
 * apt-get as root or through `sudo -n`, with Homebrew on macOS. If it cannot, it prints the command
 * that does, and exits with 1: a suite that cannot run is never skipped.
 */
import { spawnSync } from 'node:child_process';
import { type TestTool, testTools } from './test-tools.ts';

const findMissing = () =>
  testTools.filter(
    ({ find, macos }) => (process.platform !== 'darwin' || macos !== null) && !find(),
  );

const missing = findMissing();
if (missing.length > 0) {
  console.log(`npm test needs what is missing here: ${formatNames(missing)}. It is installed now.`);
  // The command prints to stdout and stderr, and must not ask anything.
  run(installCommand(missing, 'sudo -n '));
  const left = findMissing();
  if (left.length > 0) {
    console.error(
      `npm test cannot run without ${formatNames(left)}. Install it with\n\n  ${installCommand(left, 'sudo ')}\n\nthen run npm test again.`,
    );
    process.exitCode = 1;
  }
}

function formatNames(tools: readonly TestTool[]): string {
  return tools.map(({ name }) => name).join(', ');
}

/** Returns one line for a shell. `sudo` is the prefix of a command that needs to be root. */
function installCommand(tools: readonly TestTool[], sudo: string): string {
  if (process.platform === 'darwin') return tools.map(({ macos }) => macos).join(' && ');
  const asRoot = process.getuid?.() === 0 ? '' : sudo;
  const packages = tools.flatMap(({ debian }) => debian).join(' ');
  return `${asRoot}apt-get update -q && ${asRoot}env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends ${packages}`;
}

function run(command: string): void {
  spawnSync(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
}
