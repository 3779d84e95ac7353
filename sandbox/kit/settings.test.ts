import { expect, test } from 'vitest';
import { commonSettings, parseSettings, SettingsError } from './settings.ts';

test('default: an empty environment gives the documented defaults', () => {
  const settings = parseSettings(commonSettings, { PORT: '' });
  expect(settings).toMatchObject({ PORT: 0, SANDBOX_SPEED: 1, SANDBOX_DIALECT: 'spec' });
});

test('error: every bad variable is named at once', () => {
  const bad = {
    PORT: 'x',
    SANDBOX_SPEED: '-1',
    SANDBOX_DIALECT: 'latin',
    SANDBOX_END_DATE: '2020',
  };
  const read = () => parseSettings(commonSettings, bad);
  expect(read).toThrow(SettingsError);
  for (const name of Object.keys(bad)) expect(read).toThrow(name);
});
