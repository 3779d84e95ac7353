import type { ReactNode } from 'react';
import { Hint } from '../ui/fields.tsx';
import { Stat, Stats } from '../ui/figures.tsx';

/** A figure with its definition from the schema. */
export type DefinedFigure = {
  readonly label: string;
  readonly definition?: string;
  readonly value: ReactNode;
  /** What belongs to the value, such as its day. */
  readonly note?: ReactNode;
};

/** Groups of figures side by side, each a list of names and values in two columns. */
export function FigureGroups(props: {
  readonly label: string;
  readonly groups: readonly {
    readonly title: string;
    readonly figures: readonly DefinedFigure[];
  }[];
}) {
  return (
    <section className="figure-groups" aria-label={props.label}>
      {props.groups.map(({ title, figures }) => (
        <div key={title}>
          <h3>{title}</h3>
          <FigureList figures={figures} />
        </div>
      ))}
    </section>
  );
}

/** Names of figures at the left, their values at the right. */
export function FigureList({ figures }: { readonly figures: readonly DefinedFigure[] }) {
  return (
    <dl className="figure-list">
      {figures.map(({ label, definition, value, note }) => (
        <div key={label}>
          <dt>
            {label}
            {definition !== undefined && <Hint label={label} text={definition} />}
          </dt>
          <dd>
            {note !== undefined && <span className="muted figure-note">{note}</span>}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures in a row, each below its name, which wrap on narrow screens. */
export function FigureStrip(props: {
  readonly label: string;
  readonly figures: readonly DefinedFigure[];
}) {
  return (
    <section className="figure-strip" aria-label={props.label}>
      <Stats>
        {props.figures.map(({ label, definition, value, note }) => (
          <Stat key={label} label={label} definition={definition} note={note}>
            {value}
          </Stat>
        ))}
      </Stats>
    </section>
  );
}
