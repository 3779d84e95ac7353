import type { ServerResponse } from 'node:http';

/** Header fields as node accepts them: name, value, name, value. */
export type HeaderList = readonly string[];

/** Header fields that many responses share: as a list, and as formatted lines. */
export type FormattedHeaders = { readonly list: HeaderList; readonly text: string };

/** Formats header fields as lines; does not validate them. */
export function formatHeaders(list: HeaderList): string {
  let text = '';
  for (let at = 0; at < list.length; at += 2) text += `${list[at]}: ${list[at + 1]}\r\n`;
  return text;
}

/** Formats header fields, and returns them as a list and as formatted lines. */
export function createFormattedHeaders(list: HeaderList): FormattedHeaders {
  return { list, text: formatHeaders(list) };
}

/** Sets header fields on a response whose head is not written yet. */
export function setResponseHeaders(response: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) {
    response.setHeader(list[at] as string, list[at + 1] as string);
  }
}
