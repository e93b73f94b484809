import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/texts.ts';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** A sentence or links under the title. */
  lead?: ReactNode;
  /** The buttons next to the title. */
  actions?: ReactNode;
  /** The panel next to the content, while there is one. */
  panel?: ReactNode;
  children: ReactNode;
}

/** The content area of a page: its title, its content, and a panel with details. */
export function Page({ title, lead, actions, panel, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.common.product}`;
  }, [title]);
  return (
    <div className={styles['page']} data-panel={panel ? '' : undefined}>
      <main id="content" tabIndex={-1} className={styles['content']}>
        <header className={styles['header']}>
          <div>
            <h1>{title}</h1>
            {lead && <div className={styles['lead']}>{lead}</div>}
          </div>
          {actions && <div className={styles['actions']}>{actions}</div>}
        </header>
        {children}
      </main>
      {panel}
    </div>
  );
}
