import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * How near content is rendered: what is in view at first, so that the first load is small; once the
 * reader scrolls, about a screen ahead, so that content is there before it comes into view.
 */
const margins = { atRest: '0px', scrolling: '1200px' } as const;

/**
 * Renders its content once the reader has come near, so that what is below the first screen loads
 * neither code nor data before. Until then its place is empty.
 */
export function WhenNear(props: {
  readonly height: number | string;
  readonly children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return;
    const observe = (rootMargin: string) => {
      const observer = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
        { rootMargin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    };
    let stop = observe(margins.atRest);
    const lookAhead = () => {
      stop();
      stop = observe(margins.scrolling);
    };
    addEventListener('scroll', lookAhead, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', lookAhead);
      stop();
    };
  }, [isNear]);
  return isNear ? props.children : <div ref={place} style={{ minHeight: props.height }} />;
}
