import {
  buildClientSchema,
  getIntrospectionQuery,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** The scalars that introspection shows, without those of GraphQL and of the federation. */
async function introspect() {
  const query = getIntrospectionQuery({ specifiedByUrl: true });
  const response = await postJson(`${gateway.url}/graphql`, { query });
  const schema = buildClientSchema(((await response.json()) as { data: never }).data);
  const scalars = Object.values(schema.getTypeMap()).filter(isScalarType);
  return {
    schema,
    scalars: scalars.filter((one) => !isSpecifiedScalarType(one) && !one.name.startsWith('_')),
  };
}

/** The text of a section of the page, with its markup and entities resolved. */
function sectionOf(page: string, anchor: string): string | undefined {
  const html = new RegExp(`<section id="${anchor}">([^]*?)</section>`).exec(page)?.[1];
  return html
    ?.replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

describe('the page of the scalars', () => {
  test('default: every scalar of our own names its section of the served page', async () => {
    const { scalars } = await introspect();
    const page = await (await fetch(`${gateway.url}/docs/scalars`)).text();
    const { data } = await gateway.query<{ _service: { sdl: string } }>('{ _service { sdl } }');
    expect(scalars.map(({ name }) => name).sort()).toEqual(
      [...data._service.sdl.matchAll(/^scalar ([A-Z]\w+)/gm)].map(([, name]) => name).sort(),
    );
    for (const { name, description, specifiedByURL } of scalars) {
      expect(specifiedByURL).toBe(`/docs/scalars#${name.toLowerCase()}`);
      expect(data._service.sdl).toContain(`scalar ${name} @specifiedBy(url: "${specifiedByURL}")`);
      const section = sectionOf(page, name.toLowerCase());
      expect(section).toContain(name);
      expect(section).toContain(description?.replaceAll('`', ''));
      for (const part of ['Format', 'Range', 'Examples', 'Error']) expect(section).toContain(part);
    }
  });

  test('error: a variable and a literal fail with the message of the page', async () => {
    const page = await (await fetch(`${gateway.url}/docs/scalars`)).text();
    expect(sectionOf(page, 'address')).toContain(
      '"0xf39F": Address must be 0x followed by 40 hex digits',
    );
    const variable = await gateway.query(
      'query($a: Address!) { portfolio(address: $a) { address } }',
      { a: '0xf39F' },
    );
    const literal = await gateway.query('{ portfolio(address: "0xf39F") { address } }');
    for (const [{ errors }, code] of [
      [variable, 'BAD_REQUEST'],
      [literal, 'GRAPHQL_VALIDATION_FAILED'],
    ] as const) {
      expect(errors).toMatchObject([{ extensions: { code } }]);
      expect(errors?.[0]?.message).toContain('Address must be 0x followed by 40 hex digits');
      expect(page).toContain(code);
    }
  });
});
