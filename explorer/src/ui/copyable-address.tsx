import { useEffect, useState } from 'react';
import { shortenHex } from '../lib/format.ts';
import { Button } from './button.tsx';

/** Milliseconds for which the button says what became of a click. */
const answerTime = 2000;

const texts = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed' } as const;

/** An address in short form with a button that copies all of it. */
export function CopyableAddress(props: {
  readonly address: string;
  /** What the address is: `the address of Vision`. */
  readonly of: string;
}) {
  return (
    <span className="nowrap">
      <span className="mono muted" title={props.address}>
        {shortenHex(props.address)}
      </span>{' '}
      <CopyButton text={props.address} of={props.of} />
    </span>
  );
}

/** Copies a text, and says so for a moment. */
function CopyButton(props: { readonly text: string; readonly of: string }) {
  const [state, setState] = useState<keyof typeof texts>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), answerTime);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Without HTTPS a browser has no clipboard for pages.
      await navigator.clipboard.writeText(props.text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      size="small"
      look="quiet"
      className="file-button"
      aria-label={state === 'idle' ? `Copy ${props.of}` : texts[state]}
      onClick={copy}
    >
      {texts[state]}
    </Button>
  );
}
