import { createRequire } from 'node:module';

const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

/**
 * Returns the path of anvil's native program. The package's own `anvil` command is a Node script
 * around it; killing that script would leave the program running.
 *
 * @throws {Error} the package has no program for this platform, or it is not installed; the message
 * says what to do.
 */
export function findAnvil(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const suffix = platforms[`${platform}-${arch}`];
  if (suffix === undefined) throw new Error(`anvil has no program for ${platform} on ${arch}`);
  const program = platform === 'win32' ? 'anvil.exe' : 'anvil';
  const name = `@foundry-rs/anvil-${suffix}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromAnvil = createRequire(fromHere.resolve('@foundry-rs/anvil/package.json'));
    return fromAnvil.resolve(`${name}/bin/${program}`);
  } catch (cause) {
    const message = [
      `The sandbox needs the package ${name}, which is not installed.`,
      'Run "npm ci" without --omit, or configure the upstreams (docs/configuration.md) and run "npm run gateway".',
    ];
    throw new Error(message.join(' '), { cause });
  }
}
