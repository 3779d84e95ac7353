import { setFlagsFromString } from 'node:v8';

/** What V8's collector is told beside the size of the young generation, which only a command line can set. */
export const v8Flags = [
  /*
   * Bytes outside of the heap are limited together with the heap. Reads from sockets bring such bytes,
   * and V8's own limit for them runs out long before the young generation is full: then it marks the
   * whole heap, where a young collection frees them all. Passing 100 kB through `/dn` took 420 µs of
   * CPU with that limit and 220 without, in the same memory (16 connections, on a busy machine).
   */
  '--external-memory-accounted-in-global-limit',
  /*
   * Objects are never made in the old generation because others of the same line of code lived long.
   * The values of a cache do until they are replaced, and then everything that ever replaces them is
   * made there, and keeps what it refers to alive until the whole heap is marked: 10 % of what the
   * nested query allocates survived (1.4 MB and 3 ms a young collection of 16 MB), now 0.5 % does
   * (0.08 MB and 1.5 ms).
   */
  '--no-allocation-site-pretenuring',
  /*
   * The old generation is collected when it has grown by 60 %. V8 lets a small one grow to the triple
   * before: 355 MB resident after 11,000 requests that were all new, and 586 after 108,000, of which 140
   * were in use. After so many it is 358 and 431 with 60 %, 377 and 487 with 100 %, 350 and 423 with 30 %
   * (`npm run bench -- memory`), with which a REST read that is new each time costs 8 % more.
   */
  '--heap-growing-percent=60',
] as const;

/** Sets them. On the command line they would keep older versions of Node from starting. */
export function setV8Flags(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 26) for (const flag of v8Flags) setFlagsFromString(flag);
}
