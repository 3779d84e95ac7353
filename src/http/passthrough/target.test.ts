import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTarget, passthroughPath } from './target.ts';

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

describe('parseTarget', () => {
  test.each(refusedWith400)('error: %j is refused', (raw) => {
    expect(parseTarget(raw, [])).toMatchObject({ kind: 'refused', status: 400 });
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
    expect(parseTarget(raw, [])).toEqual({ kind: 'forward', path: raw });
  });

  test('behavior: a dot segment is found in any spelling, anywhere in the path', () => {
    const once = fc.constantFrom('.', '%2e', '%2E', '%252e', '%252E');
    const slash = fc.constantFrom('/', '%2f', '%2F', '%252f');
    const plain = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const path = fc.tuple(fc.array(plain), slash, once, once, slash, fc.array(plain));
    fc.assert(
      fc.property(path, ([before, open, left, right, close, after]) => {
        const raw = `/${before.join('/')}${open}${left}${right}${close}${after.join('/')}`;
        return parseTarget(raw, []).kind === 'refused';
      }),
    );
  });

  test('behavior: what is forwarded holds no dot segment after two decodings and no byte is changed', () => {
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
        const target = parseTarget(raw, []);
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
  ])('behavior: an operator withholds a prefix, however %j is spelled', (raw) => {
    expect(parseTarget(raw, ['/admin/'])).toMatchObject({ kind: 'refused', status: 403 });
  });

  test.each(['/administrator', '/x/admin', '/adm'])('behavior: %j is not below /admin', (raw) => {
    expect(parseTarget(raw, ['/admin'])).toEqual({ kind: 'forward', path: raw });
  });
});

const lenient = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

describe('passthroughPath', () => {
  test('default: what lies behind either mount', () => {
    expect(passthroughPath('/dn/a?b')).toBe('/a?b');
    expect(passthroughPath('/api/dn//a')).toBe('//a');
    expect(passthroughPath('/dn/')).toBe('/');
  });

  test.each(['/dn', '/dnx/a', '/api/price', 'http://evil/dn/x', '*', '', '/DN/x'])(
    'args: %j is not the proxy’s',
    (raw) => {
      expect(passthroughPath(raw)).toBeUndefined();
    },
  );
});
