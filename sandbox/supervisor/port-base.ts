/**
 * Adds the ports that are not set: `PORT_BASE` for the gateway, and the seven after it for the
 * sandbox. Returns the variables unchanged without a usable `PORT_BASE`.
 *
 * @example withPortBase({ PORT_BASE: '5000' }).SANDBOX_L3_PORT // '5001'
 */
export function withPortBase<T extends Readonly<Record<string, string | undefined>>>(env: T) {
  const base = Number(env.PORT_BASE?.trim() || Number.NaN);
  if (!Number.isInteger(base)) return env;
  const ports: Readonly<Record<string, string>> = {
    PORT: `${base}`,
    SANDBOX_L3_PORT: `${base + 1}`,
    SANDBOX_SETTLEMENT_PORT: `${base + 2}`,
    SANDBOX_DATA_NODE_PORT: `${base + 3}`,
    SANDBOX_PROVIDERS_PORT: `${base + 4}`,
    SANDBOX_ORACLE_PORTS: `${base + 5},${base + 6},${base + 7}`,
  };
  const unset = Object.entries(ports).filter(([name]) => !env[name]?.trim());
  return { ...env, ...Object.fromEntries(unset) };
}
