import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../core/log.ts';
import { createErrorMask } from './errors.ts';

function setup() {
  const log = createLog('silent', []);
  const error = vi.spyOn(log, 'error');
  return { mask: createErrorMask(log), error };
}

describe('error mask', () => {
  test('default: what nobody foresaw is logged and told as an internal error', () => {
    const { mask, error } = setup();
    const shown = mask(new Error('secret'));
    expect(shown.message).toBe('Internal server error');
    expect(error).toHaveBeenCalledTimes(1);
  });

  test('behavior: a client that has left is not logged', () => {
    const { mask, error } = setup();
    mask(new DOMException('the client has left', 'AbortError'));
    expect(error).not.toHaveBeenCalled();
  });
});
