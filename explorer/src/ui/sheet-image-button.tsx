import { useState } from 'react';
import { useGateway } from '../graphql/gateway-state.ts';
import { Button } from './button.tsx';
import { ImageFailure } from './image-failure.tsx';

/** A button that downloads the page as one image, as it is on paper. */
export function SheetImageButton(props: {
  /** Name of the file, without its ending. */
  readonly file: string;
}) {
  const isSandbox = useGateway()?.isSandbox !== false;
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const save = async () => {
    setState('saving');
    try {
      const { saveSheetImage } = await import('../charts/sheet-image.ts');
      await saveSheetImage({ file: props.file, isSandbox });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button
        size="small"
        title="The whole page as one image"
        disabled={state === 'saving'}
        onClick={save}
      >
        PNG
      </Button>
      {state === 'failed' && <ImageFailure />}
    </>
  );
}
