import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that what passed once passes again. Give
 * `PROPERTY_SEED` another whole number to look elsewhere; a failure prints the seed it had.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_200_101) });
