/** Links of the header bar; written by `npm run generate`. */

/** The pages of the navigation, with their labels. */
export const sitePages = [
  ['/', 'Funds'],
  ['/compare', 'Compare'],
  ['/backtest', 'Backtest'],
  ['/portfolio', 'Portfolio'],
  ['/markets', 'Markets'],
  ['/lending', 'Lending'],
  ['/sources', 'Sources'],
  ['/status', 'Status'],
  ['/guides', 'Guides'],
] as const;

/** The pages that the gateway serves beside the application. */
export const apiPages = [
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST docs'],
] as const;
