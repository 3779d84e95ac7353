import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's garbage collector flags that can be set at runtime. */
export const runtimeV8Flags = [
  /*
   * Counts off-heap memory against the limit of the whole heap. Socket reads allocate off-heap
   * buffers. V8's separate limit for them is reached long before the young generation is full and
   * then starts a full mark of the heap, although a young collection would free these buffers.
   */
  '--external-memory-accounted-in-global-limit',
  /*
   * Turns off allocation in the old generation based on how long earlier objects of the same call
   * site lived. Cached values live long, so V8 would allocate all their replacements in the old
   * generation, and each would keep what it references alive until the next full mark.
   */
  '--no-allocation-site-pretenuring',
  /*
   * Collects the old generation when it has grown by 60 %. By default V8 lets a small heap grow to
   * three times its size first. A lower percentage saves little memory and costs more CPU.
   */
  '--heap-growing-percent=60',
] as const;

/** Sets `runtimeV8Flags` on Node 26 and later; older versions do not know some of them. */
export function setV8Flags(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 26) for (const flag of runtimeV8Flags) setFlagsFromString(flag);
}

/**
 * Collects the garbage of the start and returns its memory to the system. Blocks for about 0.1 s,
 * so call it before the process listens.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
