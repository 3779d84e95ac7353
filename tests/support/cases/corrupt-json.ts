/** JSON with one thing in it that is not what it should be, and what that is. */
export type CorruptedJson = { readonly where: string; readonly value: unknown };

/** Put in the place of everything that is of another type. */
const replacements: readonly unknown[] = [
  null,
  true,
  'not-this-type',
  12.5,
  ['not-this-type'],
  { 'not-this-type': 1 },
];

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Members of maps and lists that are looked at; the others are like them. */
const looked = { list: 1, map: 20, mapMembers: 2 };

/**
 * Every variant of a JSON value in which one member, at any depth, has another type or is missing.
 * Of a list the first element is looked at, of a large map the first two members.
 */
export function* corruptJson(value: unknown, where = ''): Generator<CorruptedJson> {
  for (const replacement of replacements) {
    if (typeOf(replacement) !== typeOf(value)) {
      yield { where: `${where || 'all'} = ${JSON.stringify(replacement)}`, value: replacement };
    }
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.slice(0, looked.list).entries()) {
      for (const spoilt of corruptJson(element, `${where}[${index}]`)) {
        yield { where: spoilt.where, value: value.with(index, spoilt.value) };
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    const count = members.length > looked.map ? looked.mapMembers : members.length;
    for (const [key, member] of members.slice(0, count)) {
      const { [key]: _left, ...rest } = value as Record<string, unknown>;
      yield { where: `${where}.${key} is missing`, value: rest };
      for (const spoilt of corruptJson(member, `${where}.${key}`)) {
        yield { where: spoilt.where, value: { ...value, [key]: spoilt.value } };
      }
    }
  }
}
