import { type ComponentProps, type ReactNode, useId, useState } from 'react';

/**
 * A panel that a button opens beside itself, by the browser's own popover: Escape, a click outside
 * and another click on the button close it. Its content exists only while it is open.
 */
export function Popover(props: {
  /** Name of the panel for screen readers. */
  readonly label: string;
  readonly className?: string;
  /** Renders the button, which gets these properties. */
  readonly button: (open: Pick<ComponentProps<'button'>, 'popoverTarget'>) => ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {props.button({ popoverTarget: id })}
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.label}
        className={`popover ${props.className ?? ''}`}
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={({ newState }) => {
          if (newState === 'open') return;
          setIsOpen(false);
          props.onClose?.();
        }}
      >
        {isOpen && props.children}
      </div>
    </>
  );
}
