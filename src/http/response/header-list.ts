import type { ServerResponse } from 'node:http';

/** Header fields as node takes them: name, value, name, value. */
export type HeaderList = readonly string[];

/** Header fields that many answers share, with the text of them that is made once. */
export type HeaderBlock = { readonly list: HeaderList; readonly text: string };

/**
 * Header fields as they stand in a head, each line with its end, in one piece of memory. Names and
 * values are the gateway's own or were checked: nothing is checked here.
 */
export function formatHeaders(list: HeaderList): string {
  const parts: string[] = [];
  for (let at = 0; at < list.length; at += 2) {
    parts.push(list[at] as string, ': ', list[at + 1] as string, '\r\n');
  }
  return parts.join('');
}

/** As `formatHeaders`, but quicker, for a text that need not be in one piece. */
export function concatHeaders(list: HeaderList): string {
  let text = '';
  for (let at = 0; at < list.length; at += 2) text += `${list[at]}: ${list[at + 1]}\r\n`;
  return text;
}

/** A block of header fields. */
export function createHeaderBlock(list: HeaderList): HeaderBlock {
  return { list, text: formatHeaders(list) };
}

/** Sets header fields of an answer that is not written yet. */
export function setResponseHeaders(response: ServerResponse, list: HeaderList): void {
  for (let at = 0; at < list.length; at += 2) {
    response.setHeader(list[at] as string, list[at + 1] as string);
  }
}
