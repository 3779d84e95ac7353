/** What the figures of the oracle network are. */
export const networkDefinitions = {
  network: 'The worst state of an oracle at the latest poll.',
  healthy:
    'Oracles whose last report to the data node was healthy, at the latest poll. In a poll, the data node reads the state of all oracles.',
  consensus:
    'From the start of a round until enough oracles had signed it, as an average that the oracles report at each poll. They do not say over how many rounds.',
} as const;
