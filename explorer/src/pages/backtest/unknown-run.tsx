import { UnknownPage } from '../../ui/unknown-page.tsx';

/** Says that there is no run with a number, why, and where to go. */
export function UnknownRun({ isPart = false }: { readonly isPart?: boolean }) {
  return (
    <UnknownPage
      what="There is no run with this number"
      why="The data node numbers the runs and may have been set up again since. An address with the inputs of a run computes it again."
      where={[['/backtest', 'Build a strategy, or see earlier runs']]}
      isPart={isPart}
    />
  );
}
