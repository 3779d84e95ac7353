import { UpstreamUnavailableError } from '../lib/errors.ts';

/** Size limits of an upstream's event stream: of all bytes, and of an event in UTF-16 units. */
export type SseParserLimits = { readonly maxEventBytes: number; readonly maxBytes: number };

/**
 * Yields the data of each server-sent event (WHATWG HTML) as pieces of text, since joining a large
 * event takes long. Skips comments, names and ids, and drops an unfinished last event.
 *
 * @throws {UpstreamUnavailableError} an event or the stream is too large, or it is not UTF-8.
 */
export async function* parseSseEventPieces(
  body: AsyncIterable<Uint8Array>,
  limits: SseParserLimits,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  let pending: string[] = [];
  let pendingLength = 0;
  let data: string[] = [];
  let dataLength = 0;
  let afterReturn = false;

  const tooLarge = () => new UpstreamUnavailableError('an upstream event is too large');

  for await (const chunk of body) {
    total += chunk.length;
    if (total > limits.maxBytes) throw tooLarge();
    let text = decode(decoder, chunk);
    if (text === '') continue;
    // CR LF is one line end, even if it is split between two chunks.
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    afterReturn = text === '' ? false : text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? '';
    for (const end of lines) {
      const line = [...pending, end];
      const lineLength = pendingLength + end.length;
      pending = [];
      pendingLength = 0;
      if (lineLength === 0) {
        if (data.length > 0) yield data;
        data = [];
        dataLength = 0;
        continue;
      }
      const value = dataOf(line);
      if (value === null) continue;
      data = data.length > 0 ? [...data, '\n', ...value] : value;
      dataLength += lineLength;
      if (dataLength > limits.maxEventBytes) throw tooLarge();
    }
    if (last !== '') {
      pending.push(last);
      pendingLength += last.length;
      if (pendingLength > limits.maxEventBytes) throw tooLarge();
    }
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new UpstreamUnavailableError('an upstream event is not UTF-8', { cause });
  }
}

function dataOf(line: readonly string[]): string[] | null {
  let [start = ''] = line;
  let taken = 1;
  for (; start.length < 'data: '.length && taken < line.length; taken += 1) start += line[taken];
  if (start === 'data') return [''];
  if (!start.startsWith('data:')) return null;
  return [start.slice(start[5] === ' ' ? 6 : 5), ...line.slice(taken)];
}
