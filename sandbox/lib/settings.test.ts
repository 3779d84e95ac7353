import { expect, test } from 'vitest';
import { commonSettingsSchema, parseSettings, SettingsError } from './settings.ts';

test('default: an empty environment gives the documented defaults', () => {
  const settings = parseSettings(commonSettingsSchema, { PORT: '' });
  expect(settings).toMatchObject({ PORT: 0, SANDBOX_SPEED: 1, SANDBOX_DIALECT: 'spec' });
});

test('error: every bad variable is named at once', () => {
  const bad = {
    PORT: 'x',
    SANDBOX_SPEED: '-1',
    SANDBOX_DIALECT: 'latin',
    SANDBOX_END_DATE: '2020',
  };
  const read = () => parseSettings(commonSettingsSchema, bad);
  expect(read).toThrow(SettingsError);
  for (const name of Object.keys(bad)) expect(read).toThrow(name);
});

test('default: blanks around values are dropped, and blanks alone are no value', () => {
  const settings = parseSettings(commonSettingsSchema, { SANDBOX_SEED: ' ', DATA_DIR: ' /data\n' });
  expect(settings).toMatchObject({ SANDBOX_SEED: 20_200_101, DATA_DIR: '/data' });
});

test('error: a speed of 0 is refused with the valid speeds', () => {
  const read = () => parseSettings(commonSettingsSchema, { SANDBOX_SPEED: '0' });
  expect(read).toThrow('SANDBOX_SPEED: must be more than 0');
});
