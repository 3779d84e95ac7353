import { type RefObject, useLayoutEffect } from 'react';

/**
 * Shortens a scrolling list to whole rows, so that its lower edge cuts none. The style sheet says
 * how high it may be; a list that fits stays as it is.
 *
 * @param rows - What the height of the rows depends on, such as the rows themselves.
 */
export function useWholeRows(scroller: RefObject<HTMLElement | null>, rows: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for other rows
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const fit = () => {
      element.style.maxHeight = '';
      if (element.scrollHeight <= element.clientHeight) return;
      const top = element.getBoundingClientRect().top - element.scrollTop;
      const bottoms = [...element.querySelectorAll('li')]
        .map((row) => row.getBoundingClientRect().bottom - top)
        .filter((bottom) => bottom <= element.clientHeight);
      const last = bottoms.at(-1);
      if (last !== undefined) element.style.maxHeight = `${Math.ceil(last)}px`;
    };
    fit();
    let { width } = element.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      const next = element.getBoundingClientRect().width;
      if (next === width) return;
      width = next;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rows]);
}
