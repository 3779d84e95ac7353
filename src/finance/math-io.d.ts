/** Functions of packages that have no types of their own, to the precision of a double. */
declare module 'math-erfc' {
  /** Returns the complementary error function. */
  function erfc(value: number): number;
  export = erfc;
}
declare module 'math-erfcinv' {
  /** Returns the value whose complementary error function is given, from 0 to 2. */
  function erfcInverse(value: number): number;
  export = erfcInverse;
}
