import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly size?: 'normal' | 'small';
};

/** A button whose type is `button` by default, so that it does not submit forms. */
export function Button({ look = 'plain', size = 'normal', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`button ${look} ${size} ${className}`} {...rest} />;
}
