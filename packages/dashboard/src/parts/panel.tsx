import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: ReactNode;
  /** The buttons next to the title. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Details next to a list. On a narrow page, they cover the list. The panel takes the focus when it opens, and returns
 * it to the row when it closes. Escape closes it. Pass the id of the item as `key`, so that another item takes the
 * focus.
 */
export function Panel({ title, actions, onClose, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  // This runs before the browser draws. On a narrow page, it takes the focus from the content that the panel hides.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    heading.current?.focus();
  }, []);
  // After the page is drawn without the panel, which may have hidden the row.
  useEffect(
    () => () => {
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    },
    [],
  );
  return (
    <aside
      aria-labelledby={titleId}
      className={styles['panel']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={styles['header']}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles['actions']}>
          {actions}
          <IconButton icon="close" label={texts.common.close} onClick={onClose} />
        </div>
      </header>
      <div className={styles['body']}>{children}</div>
    </aside>
  );
}
