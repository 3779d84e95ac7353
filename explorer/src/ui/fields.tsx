import { ToggleGroup, Tooltip } from 'radix-ui';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';

type FieldProps = {
  readonly label: string;
  /**
   * Description of the field from the schema, shown as a tooltip and used as the accessible
   * description.
   */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

/** A labelled field with its explanation and its error. */
function Field(
  props: FieldProps & {
    readonly children: (ids: { id: string; 'aria-describedby': string }) => ReactNode;
  },
) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{props.label}</label>
        {props.hint !== undefined && <Hint label={props.label} text={props.hint} />}
      </div>
      {props.children({ id, 'aria-describedby': `${id}-text` })}
      <p id={`${id}-text`} className={props.error ? 'field-error' : 'visually-hidden'}>
        {props.error ?? props.hint}
      </p>
    </div>
  );
}

/** A question mark with a tooltip that explains a term. */
export function Hint({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Defined text={text}>
      <button type="button" className="hint" aria-label={`About ${label}`}>
        ?
      </button>
    </Defined>
  );
}

/** A word that opens its definition. */
export function Term({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Defined text={text}>
      <button type="button" className="term">
        {children}
      </button>
    </Defined>
  );
}

/** A button whose definition is shown while the pointer or the focus is on it, and by a click. */
export function Defined(props: {
  readonly text: string | undefined;
  readonly children: ReactElement;
}) {
  const { text, children } = props;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  if (text === undefined) return children;
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        ref={trigger}
        onClick={(event) => {
          // The trigger would close on a click, so that a touch could never open it.
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Tooltip.Trigger>
      {/* A panel in the browser's top layer would cover what is outside it. */}
      <Tooltip.Portal container={trigger.current?.closest<HTMLElement>('[popover]')}>
        <Tooltip.Content className="tooltip" sideOffset={6} collisionPadding={12}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** An input field for a text or a number. */
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...ids} {...input} aria-invalid={error !== undefined} />}
    </Field>
  );
}

/** A select field with a fixed list of values. */
export function SelectField({
  label,
  hint,
  error,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <select {...ids} {...select} />}
    </Field>
  );
}

/** A control to choose one of a few values that are all visible. */
export function SegmentedControl<Value extends string>(props: {
  readonly label: string;
  /** Null while none is chosen. */
  readonly value: Value | null;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className="segments"
      aria-label={props.label}
      value={props.value ?? ''}
      onValueChange={(value) => value !== '' && props.onChange(value as Value)}
    >
      {props.options.map(([value, label]) => (
        <ToggleGroup.Item key={value} value={value} className="segment">
          {label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
