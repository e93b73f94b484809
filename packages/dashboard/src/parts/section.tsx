import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A part of a page with a heading. @param aside what stands at the end of the heading's line */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
