import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Renders its content once the reader has come near, so that what is below the first screen loads
 * neither code nor data before. Until then its place is empty.
 */
export function WhenNear(props: {
  readonly height: number | string;
  /** How near, as a length of CSS. */
  readonly margin?: string;
  readonly children: ReactNode;
}) {
  const { margin = '300px' } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear, margin]);
  return isNear ? props.children : <div ref={place} style={{ minHeight: props.height }} />;
}
