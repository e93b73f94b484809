import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-once.module.css';
import { useLeaveWarning } from './use-leave-warning.ts';

interface SecretOnceProps {
  secret: string;
  /** A sentence that it is shown only once. */
  text: string;
  /** The label of the button that copies it. */
  copy: string;
  children?: ReactNode;
}

/** A secret that is shown this once. It lives only as long as this is drawn. */
export function SecretOnce({ secret, text, copy, children }: SecretOnceProps) {
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    button.current?.querySelector('button')?.focus();
  }, []);
  // A reload would lose the secret.
  useLeaveWarning(true);
  return (
    <div className={styles['secret']}>
      <div className={styles['once']} role="status">
        <p>{text}</p>
        <code>{secret}</code>
        <div ref={button}>
          <CopyButton text={secret} label={copy} />
        </div>
      </div>
      {children}
    </div>
  );
}
