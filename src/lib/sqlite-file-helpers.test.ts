import { expect, test } from 'vitest';
import { openStateFile } from './sqlite-file-helpers.ts';

test('error: the message names the file that cannot be opened', () => {
  const open = () =>
    openStateFile({ stateDir: '/state' }, 'faucet.sqlite', () => {
      throw new Error('file is not a database');
    });
  expect(open).toThrow('STATE_DIR: /state/faucet.sqlite cannot be opened: file is not a database');
});
