const inheritedNames = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE'],
];

/** What a child needs of the environment it was started in: no secrets, no settings of other programs. */
export function pickInheritedEnv(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(inheritedNames.map((name) => [name, env[name]]));
}
