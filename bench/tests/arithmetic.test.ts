import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { benchParts } from '../cases/bench-parts.ts';
import { judgeWebSocketCpu } from '../cases/sse-subscribers.ts';
import { type HttpPart, selectParts } from '../harness/bench-part.ts';
import { compareCheckouts } from '../harness/compare-checkouts.ts';
import { judgeRatio, lowerQuartile, median, ratioOfMedians } from '../harness/ratio-goals.ts';
import { explainRequiredMisses, toMarkdown } from '../harness/report.ts';
import { assertSameResponses } from '../harness/send-request.ts';
import { projectFolder } from '../machine/child-processes.ts';
import { cpuSeconds, residentMemory } from '../machine/process-usage.ts';
import { createControl } from '../upstream/upstream-control.ts';

describe('ratios', () => {
  test('default: ours at half their cost is a ratio of two', () => {
    expect(ratioOfMedians([4, 6, 5], [2, 9, 2.5])).toBe(2);
  });

  test.each([
    [[3], 3],
    [[1, 3], 2],
    [[9, 1, 5], 5],
    [[4, 1, 2, 100], 3],
  ])('args: the median of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  test.each([
    [[3], 3],
    [[9, 1, 5], 1],
    [[8, 7, 6, 5, 4, 3, 2, 1], 2],
    [[9, 7, 5, 3, 1], 3],
  ])('args: the lower quartile of %j is %d', (values, calm) => {
    expect(lowerQuartile(values)).toBe(calm);
  });

  test('behavior: half of the values lie on either side of the median', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }), (values) => {
        const middle = median(values);
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(
          values.length / 2,
        );
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(
          values.length / 2,
        );
      }),
    );
  });

  test.each([
    [0.79, 'missed'],
    [0.796, 'met'],
    [0.94, 'met'],
    [0.95, 'stretch'],
  ] as const)('args: %d of at least 0.8, better 0.95, is %s', (ratio, verdict) => {
    expect(judgeRatio(ratio, { least: 0.8, stretch: 0.95 })).toBe(verdict);
  });

  test('default: what is missed is said to be missed', () => {
    const verdicts = [
      { what: 'a', ratio: 0.5, goal: { least: 0.8 } },
      { what: 'b', ratio: 3, goal: { least: 2, stretch: 3 } },
    ];
    const text = toMarkdown([{ title: 'T', columns: ['x'], rows: [['1']], notes: [], verdicts }]);
    expect(text).toMatch(/\| a +\| +0\.50 \| +0\.8 \| +\| +missed \|/);
    expect(text).toMatch(/\| b +\| +3\.00 \| +2 \| +3 \| +stretch \|/);
    expect(text).toContain('1 of 2 goals are met.');
  });

  test.each([
    ['as much', 10, false],
    ['a fifth more', 12, false],
    ['a quarter more', 12.5, true],
  ])(
    'default: an event by WebSocket may cost %s as one by SSE: the run fails otherwise',
    (_more, cost, fails) => {
      const cpu = { sse: [9, 10, 30], webSocket: [cost, 5, 40] };
      const verdicts = [
        { what: 'yoga', ratio: 0.1, goal: { least: 1 } },
        judgeWebSocketCpu(1000, cpu),
      ];
      const report = { title: 'T', columns: ['x'], rows: [['1']], notes: [], verdicts };
      expect(explainRequiredMisses([report])).toHaveLength(fails ? 1 : 0);
    },
  );
});

test('error: contestants that return different data are found out', () => {
  const responses = (a: number, b: number) =>
    new Map([
      ['a', [{ data: { value: a } }]],
      ['b', [{ data: { value: b } }]],
    ]);
  expect(() => assertSameResponses(responses(1, 1))).not.toThrow();
  expect(() => assertSameResponses(responses(1, 2))).toThrow('a and b do not return the same data');
});

describe('names', () => {
  test('default: no name is everything', () => {
    expect(selectParts(benchParts, [])).toBe(benchParts);
  });

  test('behavior: a case can be run without the rest of its part', () => {
    const [part, ...others] = selectParts(benchParts, ['rest-price']);
    expect(others).toEqual([]);
    expect(part).toMatchObject({ name: 'rest', cases: [{ name: 'rest-price' }] });
  });

  test('error: a name that nothing has finds nothing', () => {
    expect(selectParts(benchParts, ['nothing'])).toEqual([]);
  });
});

test.runIf(existsSync('/proc/self/stat'))(
  'default: the CPU time of a process with its children is what they used',
  async () => {
    const burn =
      'const end = Date.now() + 400; while (Date.now() < end); setInterval(() => {}, 9e3);';
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(burn)}]);
      setTimeout(() => console.log('done'), 900); setInterval(() => {}, 9e3);`;
    const child = spawn(process.execPath, ['-e', script], { detached: true });
    onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const used = cpuSeconds(child.pid ?? 0);
    expect(used).toBeGreaterThan(0.15);
    expect(used).toBeLessThan(2);
    expect(residentMemory(child.pid ?? 0).peak).toBeGreaterThan(30e6);
  },
);

describe('another checkout', () => {
  const nestedBeside = (folder: string): HttpPart => {
    const [part] = selectParts(benchParts, ['nested']).map((one) => compareCheckouts(one, folder));
    if (part?.kind !== 'http') throw new Error('nested is not an HTTP part');
    return part;
  };

  test('default: two processes of either take part in every case, with the peers that decide', () => {
    const nested = nestedBeside('/elsewhere');
    const ids = nested.contestants.map(({ id }) => id);
    const ours = ['ours tuned', 'other tuned', 'other again tuned', 'ours again tuned'];
    expect(ids).toEqual([...ours, 'hand-written tuned', 'mercurius-jit tuned']);
    for (const { only = ids } of nested.cases) expect(only).toEqual(expect.arrayContaining(ours));
  });

  test.each([
    { lacks: 'code', files: [], message: 'there is no checkout of this project in' },
    {
      lacks: 'packages',
      files: ['bench/peers/main.ts'],
      message: 'has no packages: run npm ci in it',
    },
  ])('error: a folder without $lacks is refused by name', async ({ files, message }) => {
    const folder = await mkdtemp(join(tmpdir(), 'other-checkout-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), '');
    }
    const suite = spawn(process.execPath, ['bench/main.ts', '--beside', folder], {
      cwd: projectFolder,
    });
    const [[code], text] = await Promise.all([once(suite, 'close'), readText(suite.stderr)]);
    expect(code).toBe(2);
    expect(text).toMatch(/^Nothing can be measured: /);
    expect(text).toContain(folder);
    expect(text).toContain(message);
  });

  test('behavior: its code is what runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'other-checkout-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'bench/peers'), { recursive: true });
    const ready = JSON.stringify({ ready: true, url: 'http://other.example' });
    const code = `console.log(${JSON.stringify(ready)}); setInterval(() => {}, 9e3);`;
    await writeFile(join(folder, 'bench/peers/main.ts'), code);
    const other = nestedBeside(folder).contestants.find(({ id }) => id === 'other tuned');
    const control = createControl('http://127.0.0.1:1');
    const world = { upstream: '', control, folder, core: null, runningOrigins: new Map() };
    const server = await other?.start(world);
    onTestFinished(() => server?.stop());
    expect(server?.url).toBe('http://other.example');
  });
});
