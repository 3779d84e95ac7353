import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

type PageSectionProps = {
  /** Name of the section in the address of the page. */
  readonly id?: string;
  readonly title?: ReactNode;
  /** Accessible name of a section without a title. */
  readonly label?: string;
  /** Content at the right of the title. */
  readonly actions?: ReactNode;
  /** One sentence below the title. */
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A section of a page with its title. An error inside it does not affect the rest of the page. */
export function PageSection({
  id,
  title,
  label,
  actions,
  note,
  className = '',
  children,
}: PageSectionProps) {
  return (
    <section id={id} className={`part ${className}`} aria-label={label}>
      {title !== undefined && (
        <header className="part-head">
          <h2>{title}</h2>
          {actions !== undefined && <div className="part-actions">{actions}</div>}
          {note !== undefined && <p className="part-note muted small">{note}</p>}
        </header>
      )}
      <PartBoundary>{children}</PartBoundary>
    </section>
  );
}

/** Shows an error message with a button to retry. */
export function FailureNote({
  message,
  onRetry,
}: {
  readonly message: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div className="failure" role="alert">
      <p>{message}</p>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** Shows why there is nothing to display. */
export function EmptyNote({ children }: { readonly children: ReactNode }) {
  return <p className="empty muted">{children}</p>;
}

class PartBoundary extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FailureNote
        message="This part of the page failed."
        onRetry={() => this.setState({ failed: false })}
      />
    );
  }
}
