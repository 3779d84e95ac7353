import { UnknownPage } from '../../ui/unknown-page.tsx';

/** Says that there is no fund with a ticker or id, why, and where to go. */
export function UnknownFund() {
  return (
    <UnknownPage
      what="There is no such fund"
      why="No fund has this ticker or id: it may contain a mistake, or the fund may be on another network. A ticker looks like TOP10; an id is 0x and 64 hex digits."
      where={[
        ['/', 'See all funds'],
        ['/compare', 'Compare funds'],
      ]}
    />
  );
}
