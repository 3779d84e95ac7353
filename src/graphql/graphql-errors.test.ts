import { describe, expect, test, vi } from 'vitest';
import {
  InvalidInputError,
  UpstreamRejectedError,
  UpstreamUnavailableError,
} from '../lib/errors.ts';
import { createLog } from '../lib/log.ts';
import { createErrorMask, createRestToGraphQLTranslator } from './graphql-errors.ts';

function setup() {
  const log = createLog('silent');
  const error = vi.spyOn(log, 'error');
  return { mask: createErrorMask(log), error };
}

describe('error mask', () => {
  test('default: an unexpected error is logged and returned as an internal error', () => {
    const { mask, error } = setup();
    const shown = mask(new Error('secret'));
    expect(shown.message).toBe('Internal server error');
    expect(error).toHaveBeenCalledTimes(1);
  });

  test('behavior: the disconnect of a client is not logged', () => {
    const { mask, error } = setup();
    mask(new DOMException('the client has left', 'AbortError'));
    expect(error).not.toHaveBeenCalled();
  });
});

describe('field name translator', () => {
  const words = createRestToGraphQLTranslator({
    batch_id: 'batchId',
    '/sim/categories': 'categories',
  });

  test('default: whole names are replaced, parts of others are not', () => {
    expect(words.translate('batch_id: see /sim/categories')).toBe('batchId: see categories');
    const others = 'my_batch_id, batch_ids, /api/sim/categories';
    expect(words.translate(others)).toBe(others);
  });

  test('error: a thrown error or rejection keeps its class and gets the translated message', async () => {
    const refused = new UpstreamRejectedError(409, 'batch_id is taken');
    const later = words.translateErrors(() => Promise.reject(refused));
    await expect(later).rejects.toMatchObject({ status: 409, message: 'batchId is taken' });
    expect(refused.message).toBe('batch_id is taken');
    const now = () => {
      throw new InvalidInputError('batch_id is required');
    };
    expect(() => words.translateErrors(now)).toThrow(new InvalidInputError('batchId is required'));
  });

  test('behavior: values and other errors are unchanged', async () => {
    expect(words.translateErrors(() => 1)).toBe(1);
    const failed = new UpstreamUnavailableError('batch_id has no column');
    await expect(words.translateErrors(() => Promise.reject(failed))).rejects.toBe(failed);
  });
});
