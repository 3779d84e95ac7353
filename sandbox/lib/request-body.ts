import type { IncomingMessage } from 'node:http';
import type { ServiceRequest } from './route-table.ts';
import { ServiceError } from './service-response.ts';

/**
 * Reads the whole body of a request.
 *
 * @param limit - Maximum size in bytes.
 * @throws {ServiceError} 413 the body is larger; 400 the client aborted the request.
 */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLong = () => new ServiceError(413, `body is over ${limit} bytes`);
  if (Number(message.headers['content-length'] ?? 0) > limit) throw tooLong();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw tooLong();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(400, 'the request body is incomplete');
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads and parses a JSON body, without checking its content.
 *
 * @param limit - Maximum size in bytes.
 * @throws {ServiceError} 415 another content type; 413 the body is larger; 400 the body is not
 * JSON.
 */
export async function readJson(request: ServiceRequest, limit = 262_144): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ServiceError(415, 'content-type must be application/json');
  }
  const body = await request.body(limit);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ServiceError(400, 'body must be JSON');
  }
}
