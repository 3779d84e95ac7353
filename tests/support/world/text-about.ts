/** The keys under which bodies repeat what was asked for, and the parameters that name it. */
const askedBy: Readonly<Record<string, readonly string[]>> = {
  asset: ['asset'],
  source: ['source'],
  itp_id: ['itp_id'],
  address: ['user', 'address'],
  category_id: ['category_id'],
  top_n: ['top_n'],
  run_id: ['run_id', 'run_ids'],
};

const namesIn = (query: URLSearchParams, parameter: string): readonly string[] => {
  const text = query.get(parameter);
  if (text === null) return [];
  return parameter === 'run_ids' ? text.split(',') : [text];
};

/** The text of a body that names what was asked for, as data nodes do. */
export function textAbout(query: URLSearchParams, body: unknown): string {
  const repeat = (key: string, value: unknown) => {
    const parameters = Object.hasOwn(askedBy, key) ? askedBy[key] : undefined;
    const names = parameters?.flatMap((one) => namesIn(query, one)) ?? [];
    const isNamed = names.some((one) => one.toLowerCase() === String(value).toLowerCase());
    if (names[0] === undefined || isNamed) return value;
    return typeof value === 'number' ? Number(names[0]) : names[0];
  };
  return JSON.stringify(body, repeat);
}
