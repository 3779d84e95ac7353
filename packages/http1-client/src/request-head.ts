import { isHttpToken } from './field-syntax.ts';
import type { Http1Request } from './types.ts';

/** Matches spaces and control characters, which could end the request line. */
const forbiddenInPath = /[^\x21-\xff]/;
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Creates a function that formats request heads for one host as text; each character stands for one
 * byte. `Host`, `Connection` and `Authorization` come first.
 *
 * @throws {TypeError} (from the function) the path or a header contains characters that could start
 * another line.
 */
export function createRequestHeadFormatter(host: string, authorization?: string) {
  const first = `host: ${host}\r\nconnection: keep-alive\r\n${
    authorization === undefined ? '' : `authorization: ${authorization}\r\n`
  }`;
  return ({ method, path, headers, body }: Http1Request): string => {
    if (path === '' || forbiddenInPath.test(path))
      throw new TypeError('a path has blanks or controls');
    const measure = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${first}${linesOf(headers)}${measure}\r\n`;
  };
}

function linesOf(headers: Http1Request['headers']): string {
  let text = '';
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    if (!isHttpToken(name) || forbiddenInValue.test(value)) {
      throw new TypeError('a header line has characters that it must not have');
    }
    text += `${name}: ${value}\r\n`;
  }
  return text;
}
