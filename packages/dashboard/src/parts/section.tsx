import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** The end of a link to it. */
  id?: string;
  title: string;
  /** The content at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ id, title, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId}>
      <header className={styles['header']}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
