import { useEffect, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';
import styles from './toast-region.module.css';
import { removeToast, type Toast, useToasts } from './toasts.ts';

/** The messages at the bottom of the page. They stay while the pointer or the focus is on them. */
export function ToastRegion() {
  const toasts = useToasts();
  const [isHeld, setHeld] = useState(false);
  return (
    <section
      aria-label={texts.common.notifications}
      className={styles['region']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} isHeld={isHeld} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const { id, text, actions, forMs, onEnd } = toast;
  const end = (): void => {
    removeToast(id);
    onEnd?.();
  };
  useEffect(() => {
    if (forMs === undefined || isHeld) return;
    const timer = setTimeout(() => {
      removeToast(id);
      onEnd?.();
    }, forMs);
    return () => clearTimeout(timer);
  }, [id, forMs, isHeld, onEnd]);
  return (
    <li className={styles['toast']}>
      <span>{text}</span>
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          look="quiet"
          onClick={() => {
            removeToast(id);
            run();
          }}
        >
          {label}
        </Button>
      ))}
      <IconButton icon="close" label={texts.common.dismiss} onClick={end} />
    </li>
  );
}
