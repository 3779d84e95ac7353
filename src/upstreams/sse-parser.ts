import { UpstreamUnavailableError } from '../lib/errors.ts';

/** Size limits of an upstream's event stream: of all bytes, and of an event in UTF-16 units. */
export type SseParserLimits = { readonly maxEventBytes: number; readonly maxBytes: number };

/** Which events of a stream are heartbeats rather than data. */
export type SseEventFilter = {
  /** Names (`event:`) of the events that are read; events without a name are always read. */
  readonly names: ReadonlySet<string>;
  /** Called for each event that is ignored: it has another name, or its data is empty. */
  readonly onIgnored: (reason: 'empty' | 'name') => void;
};

/**
 * Yields the data of each server-sent event (WHATWG HTML) as pieces of text, since joining a large
 * event takes long. Skips comments and ids, ignores what the filter leaves out, and drops an
 * unfinished last event.
 *
 * @throws {UpstreamUnavailableError} an event or the stream is too large, or it is not UTF-8.
 */
export async function* parseSseEventPieces(
  body: AsyncIterable<Uint8Array>,
  limits: SseParserLimits,
  filter?: SseEventFilter,
): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  let pending: string[] = [];
  let pendingLength = 0;
  let data: string[] = [];
  let dataLength = 0;
  let name = '';
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
        if (data.length > 0) {
          const reason = ignoreReason(data, name, filter);
          if (reason === null) yield data;
          else filter?.onIgnored(reason);
        }
        data = [];
        dataLength = 0;
        name = '';
        continue;
      }
      const value = dataOf(line);
      if (value === null) {
        name = eventNameOf(line) ?? name;
        continue;
      }
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

/** Returns why an event is ignored; null if it is not. */
function ignoreReason(
  data: readonly string[],
  name: string,
  filter: SseEventFilter | undefined,
): 'empty' | 'name' | null {
  if (filter === undefined) return null;
  if (name !== '' && !filter.names.has(name)) return 'name';
  return data.every((piece) => piece.trim() === '') ? 'empty' : null;
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new UpstreamUnavailableError('an upstream event is not UTF-8', { cause });
  }
}

/** Returns the event name of a line `event: …`; null for another line. */
function eventNameOf(line: readonly string[]): string | null {
  const text = line.join('');
  return text.startsWith('event:') ? text.slice('event:'.length).trim() : null;
}

function dataOf(line: readonly string[]): string[] | null {
  let [start = ''] = line;
  let taken = 1;
  for (; start.length < 'data: '.length && taken < line.length; taken += 1) start += line[taken];
  if (start === 'data') return [''];
  if (!start.startsWith('data:')) return null;
  return [start.slice(start[5] === ' ' ? 6 : 5), ...line.slice(taken)];
}
