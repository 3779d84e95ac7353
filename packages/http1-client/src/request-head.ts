import { isHttpToken } from './http-token.ts';
import type { Http1Request } from './types.ts';

/** Matches spaces and control characters, which could end the request line. */
const forbiddenInPath = /[^\x21-\xff]/;
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Formats the head of a request as text; each character stands for one byte.
 *
 * @throws {TypeError} the path or a header contains characters that could start another line.
 */
export type FormatRequestHead = (request: Http1Request) => string;

/**
 * Creates a formatter for one host. `Host`, `Connection` and `Authorization` come first. Lines are
 * reused while requests pass the same headers array.
 */
export function createRequestHeadFormatter(
  host: string,
  authorization?: string,
): FormatRequestHead {
  const first = `host: ${host}\r\nconnection: keep-alive\r\n${
    authorization === undefined ? '' : `authorization: ${authorization}\r\n`
  }`;
  let headers: Http1Request['headers'] | undefined;
  let lines = '';

  return (request) => {
    const { method, path, body } = request;
    if (path === '' || forbiddenInPath.test(path))
      throw new TypeError('a path has blanks or controls');
    if (request.headers !== headers) {
      lines = first + linesOf(request.headers);
      headers = request.headers;
    }
    const measure = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${lines}${measure}\r\n`;
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
