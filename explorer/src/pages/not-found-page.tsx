import { UnknownPage } from '../ui/unknown-page.tsx';

/** The page for URLs without a page. */
export function NotFoundPage() {
  return (
    <UnknownPage
      what="There is no page at this address"
      why="The address may contain a mistake, or the page may have been moved. The search at the top finds funds, assets, batches, wallets and guides."
      where={[
        ['/', 'See the funds'],
        ['/guides', 'Read the guides'],
      ]}
    />
  );
}
