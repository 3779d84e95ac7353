import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly size?: 'normal' | 'small';
};

/** A button that submits nothing unless it is told to. */
export function Button({ look = 'plain', size = 'normal', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`button ${look} ${size} ${className}`} {...rest} />;
}
