import type { Request } from './exchange.ts';
import { isToken } from './token.ts';

/** What would end the request line, or be read as its next part. */
const impurePath = /[^\x21-\xff]/;
const impureValue = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * The bytes of a request's head, each character one; `Host` and `Connection` come first.
 *
 * @throws {TypeError} a path or header line could be read as more than one.
 */
export function writeRequestHead(request: Request, host: string): string {
  const { method, path, headers, body } = request;
  if (path === '' || impurePath.test(path)) throw new TypeError('a path has blanks or controls');
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    if (!isToken(name) || impureValue.test(value)) {
      throw new TypeError('a header line has characters that it must not have');
    }
    text += `${name}: ${value}\r\n`;
  }
  if (body !== undefined) text += `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${text}\r\n`;
}
