import { Button } from './button.tsx';

/** A button that prints the page, or saves it as PDF. */
export function PrintButton() {
  return (
    <Button size="small" onClick={() => window.print()}>
      Print
    </Button>
  );
}
