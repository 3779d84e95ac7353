const inheritedNames = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE'],
];

/**
 * Selects the variables that a child needs from the environment of its parent, such as `PATH` and
 * `HOME`. It omits secrets and settings of other programs.
 */
export function pickInheritedEnv(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(inheritedNames.map((name) => [name, env[name]]));
}
