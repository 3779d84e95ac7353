import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BreakerPermit, createCircuitBreaker } from './circuit-breaker.ts';

/** A breaker that opens after three failures, for 1000 ms of a clock that the test moves. */
function setup() {
  let time = 0;
  const breaker = createCircuitBreaker({ failuresToOpen: 3, openFor: 1000, now: () => time });
  const failAll = (count: number) => {
    for (let n = 0; n < count; n += 1) breaker.fail(breaker.acquire() as BreakerPermit);
  };
  return {
    breaker,
    failAll,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('circuit breaker', () => {
  test('default: consecutive failures open it, a success resets their count', () => {
    const { breaker, failAll } = setup();
    failAll(2);
    breaker.succeed('usual');
    failAll(2);
    expect(breaker.state()).toBe('closed');
    failAll(1);
    expect(breaker.state()).toBe('open');
    expect(breaker.acquire()).toBeUndefined();
  });

  test('behavior: a second after opening one trial call is permitted, and its success closes it', () => {
    const { breaker, failAll, pass } = setup();
    failAll(3);
    pass(1000);
    expect([breaker.acquire(), breaker.acquire(), breaker.state()]).toEqual([
      'trial',
      undefined,
      'half-open',
    ]);
    breaker.succeed('trial');
    expect([breaker.acquire(), breaker.state()]).toEqual(['usual', 'closed']);
  });

  test('behavior: a failed trial opens it again, a cancelled one makes the next call the trial', () => {
    const { breaker, failAll, pass } = setup();
    failAll(3);
    pass(1000);
    breaker.acquire();
    breaker.fail('trial');
    pass(999);
    expect(breaker.acquire()).toBeUndefined();
    pass(1);
    expect(breaker.acquire()).toBe('trial');
    breaker.cancel('trial');
    expect(breaker.acquire()).toBe('trial');
  });

  test('behavior: whatever the order of results, at most one trial runs and no state is final', () => {
    const step = fc.record({
      end: fc.constantFrom('succeed', 'fail', 'cancel', 'wait', 'acquire'),
      which: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { breaker, pass } = setup();
        const running: BreakerPermit[] = [];
        for (const { end, which } of steps) {
          if (end === 'wait') pass(which * 300);
          else if (end === 'acquire') {
            const isOpen = breaker.state() !== 'closed';
            const permit = breaker.acquire();
            if (isOpen) expect(permit).not.toBe('usual');
            if (permit) running.push(permit);
          } else if (running.length > 0) {
            const [permit] = running.splice(which % running.length, 1);
            breaker[end](permit as BreakerPermit);
          }
          const trials = running.filter((permit) => permit === 'trial').length;
          expect(trials).toBe(breaker.state() === 'half-open' ? 1 : 0);
        }
        for (const permit of running) breaker.cancel(permit);
        pass(1000);
        const last = breaker.acquire();
        expect(last).toBeDefined();
        breaker.succeed(last as BreakerPermit);
        expect(breaker.state()).toBe('closed');
      }),
    );
  });
});
