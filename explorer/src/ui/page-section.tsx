import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

type PartProps = {
  readonly title?: ReactNode;
  /** Its name where it has no title. */
  readonly label?: string;
  /** What is at the right of the title. */
  readonly actions?: ReactNode;
  /** One sentence below the title. */
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of a page with its title. A failure inside it leaves the rest of the page alone. */
export function PageSection({ title, label, actions, note, className = '', children }: PartProps) {
  return (
    <section className={`part ${className}`} aria-label={label}>
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

/** Shows a failure in plain words, with a way to try again. */
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

/** Says that there is nothing to show, and why. */
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
