import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProxyTarget, stripProxyMount } from './proxy-target.ts';

const refusedWith400 = [
  '/..',
  '/.',
  '/a/..',
  '/a/../b',
  '/../../etc/passwd',
  '/%2e%2e/',
  '/%2E%2e/x',
  '/.%2e/x',
  '/%252e%252e/x',
  '/%25252e%25252e/x',
  '/..%2fx',
  '/..%252fx',
  '/a%2f..%2fb',
  '/..;/x',
  '/..;a=b/x',
  '/%2e%2e;x/y',
  '/..%20/x',
  '/%u002e%u002e/x',
  '/%c0%ae%c0%ae/x',
  '/%e0%80%ae%e0%80%ae/x',
  '/..%c0%afx',
  '/a\\b',
  '/a%5cb',
  '/a%255cb',
  '/%c1%9c',
  '/a%00',
  '/a%2500b',
  '/a%0d%0aX:%20y',
  '/a%250d%250a',
  '/a%7f',
  '/a#b',
  '/a?x=#y',
  '/a b',
  '/a\tb',
];

describe('checkProxyTarget', () => {
  test.each(refusedWith400)('error: %j is rejected', (raw) => {
    expect(checkProxyTarget(raw, [])).toMatchObject({ kind: 'refused', status: 400 });
  });

  test.each([
    '/sim/run?x=1&x=2&a=%2F+%20',
    '/',
    '//host/x',
    '/http://169.254.169.254/latest',
    '/@host/',
    '/a%2Fb',
    '/a..b/...x/..c',
    '/%zz%',
    '/caf%C3%A9/\u00e9',
    '/x?path=../..&crlf=%0d%0a',
    '/a%2bb;v=1',
  ])('default: %j is forwarded byte for byte', (raw) => {
    expect(checkProxyTarget(raw, [])).toEqual({ kind: 'forward', path: raw });
  });

  test('behavior: a dot segment is found in any encoding, anywhere in the path', () => {
    const once = fc.constantFrom('.', '%2e', '%2E', '%252e', '%252E');
    const slash = fc.constantFrom('/', '%2f', '%2F', '%252f');
    const plain = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const path = fc.tuple(fc.array(plain), slash, once, once, slash, fc.array(plain));
    fc.assert(
      fc.property(path, ([before, open, left, right, close, after]) => {
        const raw = `/${before.join('/')}${open}${left}${right}${close}${after.join('/')}`;
        return checkProxyTarget(raw, []).kind === 'refused';
      }),
    );
  });

  test('behavior: a forwarded path is unchanged and has no dot segment after two decodings', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '/',
      '%2e',
      '%25',
      '2e',
      '%2f',
      'a',
      ';',
      '%5c',
      '?',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const raw = `/${pieces.join('')}`;
        const target = checkProxyTarget(raw, []);
        if (target.kind === 'refused') return true;
        const twice = lenient(lenient(raw.split('?')[0] ?? ''));
        return target.path === raw && !/(^|\/)\.{1,2}(;[^/]*)?(\/|$)/.test(twice);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '/admin',
    '/admin/x',
    '/ADMIN',
    '//admin',
    '/%61dmin/x',
    '/%2561dmin',
    '/admin;x/y',
    '/admin?q',
    '//x/admin/y',
    '///x/admin',
    '//user:pass@x:80/admin',
    '//x//y/admin',
    '/http://x/admin',
    '/%2fx/admin',
    '/%252fx/admin',
    '/;a/x/admin',
    '/%20/x/admin',
    '/admin;%2f/x',
    '/%61dmin;%2fx/y',
    '/admin%3fx',
    '/admin%23',
    '/admin%20',
    '/admin/',
    '/admin//x',
    '/%ef%bc%a1dmin',
    '/%ef%bc%8fadmin',
  ])('behavior: a denied prefix is found in %j', (raw) => {
    expect(checkProxyTarget(raw, ['/admin/'])).toMatchObject({ kind: 'refused', status: 403 });
  });

  test.each(['/administrator', '/x/admin', '/adm'])('behavior: %j is not below /admin', (raw) => {
    expect(checkProxyTarget(raw, ['/admin'])).toEqual({ kind: 'forward', path: raw });
  });
});

/** Ways in which servers and their libraries interpret the path of a target. */
const interpreters: Readonly<Record<string, (path: string) => string | null>> = {
  'a URL on a base': (path) => URL.parse(`http://upstream${path}`)?.pathname ?? null,
  'a URL that may bring its authority': (path) =>
    URL.parse(path, 'http://upstream')?.pathname ?? null,
  'normalized by node:path': (path) => posix.normalize(path),
  'slashes collapsed': (path) => path.replace(/\/+/g, '/'),
  'without matrix parameters': (path) => path.replace(/;[^/]*/g, ''),
  'decoded once': (path) => lenient(path),
  'decoded twice': (path) => lenient(lenient(path)),
  'any letter case': (path) => path.toUpperCase(),
  'no slash at the end': (path) => path.replace(/\/+$/, ''),
};
const readers = Object.values(interpreters);
/** Returns true if a router would match the interpreted path with the denied one. */
const isBelow = (path: string | null, denied: string) =>
  path !== null && `${path.toLowerCase()}/`.replace(/\/+/g, '/').startsWith(`${denied}/`);

const spelledPath = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('/', 'sim', 'reload', 'x', '//') },
      {
        weight: 3,
        arbitrary: fc.constantFrom('%73im', 'SIM', 's%2569m', '%2f', '%252f', ';v=1', ';', '%3b'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%3f', '%23', '@', ':80', 'http:', '%20', '.', '%', '\u00e9'),
      },
    ),
    { maxLength: 9 },
  )
  .map((pieces) => `/${pieces.join('')}`);

describe('DN_DENY', () => {
  test('behavior: a path is rejected if two servers in a row can read it as a denied one', () => {
    let denied = 0;
    fc.assert(
      fc.property(spelledPath, (path) => {
        const once = readers.map((read) => read(path));
        const twice = once.flatMap((made) =>
          made?.startsWith('/') ? readers.map((read) => read(made)) : [],
        );
        const isDenied = [...once, ...twice].some((made) => isBelow(made, '/sim/reload'));
        const target = checkProxyTarget(`${path}?q=1`, ['/sim/reload']);
        if (isDenied) {
          denied += 1;
          expect(target.kind, path).toBe('refused');
        }
      }),
      { numRuns: 6000 },
    );
    expect(denied).toBeGreaterThan(10);
  });

  test('default: a path that no server reads as a denied one is forwarded byte for byte', () => {
    const plain = fc.constantFrom('/', 'simulator', 'reload', 'x', '%73', ';v=1', '%2b', '\u00e9');
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 8 }), (pieces) => {
        const path = `/${pieces.join('')}?a=/sim/reload&b=%2F`;
        expect(checkProxyTarget(path, ['/sim/reload'])).toEqual({ kind: 'forward', path });
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['/x/sim/reload', '/sim', '/sim/reloaded', '/sim/x/reload', '/a//sim/reload/x'])(
    'default: %j is not below /sim/reload',
    (path) => {
      expect(checkProxyTarget(path, ['/sim/reload'])).toEqual({ kind: 'forward', path });
    },
  );

  test('behavior: a prefix may be written with escapes and letters beyond ASCII', () => {
    for (const prefix of ['/größe', '/gr%C3%B6%C3%9Fe', 'GRÖßE/']) {
      expect(checkProxyTarget('/gr%c3%b6%c3%9fe/x', [prefix])).toMatchObject({ status: 403 });
    }
  });

  test('behavior: the longest path of a head is checked in a few milliseconds', () => {
    const hard = ['//x', '%2561;%2f', ';/', '/%20'].map((piece) =>
      `/${piece.repeat(16_000 / piece.length)}`.slice(0, 16_000),
    );
    const before = performance.now();
    for (const path of hard) checkProxyTarget(path, ['/sim/reload', '/admin']);
    expect((performance.now() - before) / hard.length).toBeLessThan(200);
  });
});

const lenient = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

describe('stripProxyMount', () => {
  const mounts = ['/dn', '/api/dn'];

  test('default: the path after either mount', () => {
    expect(stripProxyMount('/dn/a?b', mounts)).toBe('/a?b');
    expect(stripProxyMount('/api/dn//a', mounts)).toBe('//a');
    expect(stripProxyMount('/dn/', mounts)).toBe('/');
  });

  test.each(['/dn', '/dnx/a', '/api/price', 'http://evil/dn/x', '*', '', '/DN/x'])(
    'args: %j is not the proxy’s',
    (raw) => {
      expect(stripProxyMount(raw, mounts)).toBeUndefined();
    },
  );
});
