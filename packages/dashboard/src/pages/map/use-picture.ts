import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './viewport.ts';

/** The size of an element, while it exists. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** A number that changes with the theme, because a picture has to be drawn again. */
export function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = () => setChanges((count) => count + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(change);
    system.addEventListener('change', change);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', change);
      chosen.disconnect();
    };
  }, []);
  return changes;
}
