import { afterAll, beforeAll, expect } from 'vitest';

/**
 * Fails the file's tests when the process gives a warning, or leaves a rejection unhandled. To be
 * called before the hooks that start a world, so that its end is watched as well.
 *
 * @returns What has been heard so far.
 */
export function failOnProcessWarnings(): readonly string[] {
  const alarms: string[] = [];
  const note = (alarm: unknown) => void alarms.push(String(alarm));
  beforeAll(() => void process.on('unhandledRejection', note).on('warning', note));
  afterAll(() => {
    process.off('unhandledRejection', note).off('warning', note);
    expect(alarms).toEqual([]);
  });
  return alarms;
}
