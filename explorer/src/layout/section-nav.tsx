import { useEffect, useState } from 'react';

/** A section of a page: the id of its element, and its name. */
export type NavSection = readonly [id: string, name: string];

/**
 * Links to the sections of a long page, which stay in view. The address of a section restores its
 * place, also while it and sections above it are still loading.
 */
export function SectionNav({ sections }: { readonly sections: readonly NavSection[] }) {
  const current = useCurrentSection(sections);
  useRestoredPlace();
  return (
    <nav className="section-nav" aria-label="Sections of this page">
      <ul>
        {sections.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={current === id ? 'location' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Returns the id of the section that begins last above the upper third of the window; of those side
 * by side, the one that the address names, or the first.
 */
function useCurrentSection(sections: readonly NavSection[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const line = innerHeight / 3;
      const begun = sections
        .map(([id]) => ({
          id,
          top: document.getElementById(id)?.getBoundingClientRect().top ?? line,
        }))
        .filter(({ top }) => top < line);
      const last = Math.max(...begun.map(({ top }) => top));
      const level = begun.filter(({ top }) => last - top < 1).map(({ id }) => id);
      const named = location.hash.slice(1);
      setCurrent(level.includes(named) ? named : (level[0] ?? sections[0]?.[0]));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    schedule();
    addEventListener('scroll', schedule, { passive: true });
    return () => {
      removeEventListener('scroll', schedule);
      cancelAnimationFrame(frame);
    };
  }, [sections]);
  return current;
}

/** For how long the place is held while sections load. */
const holdMillis = 4000;

/** Scrolls to the section of the address, and stays there until the reader scrolls. */
function useRestoredPlace(): void {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id === '') return;
    const scroll = () => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' });
    scroll();
    const observer = new ResizeObserver(scroll);
    observer.observe(document.body);
    const release = () => observer.disconnect();
    const events = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
    for (const name of events) addEventListener(name, release, { once: true, passive: true });
    const timer = setTimeout(release, holdMillis);
    return () => {
      release();
      clearTimeout(timer);
      for (const name of events) removeEventListener(name, release);
    };
  }, []);
}
