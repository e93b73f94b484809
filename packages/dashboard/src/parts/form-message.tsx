import type { ReactNode } from 'react';
import styles from './field.module.css';

/** The failure of a form, in addition to its fields. Screen readers read it aloud. */
export function FormMessage({ message }: { message: ReactNode }) {
  return message === undefined || message === null ? null : (
    <p role="alert" className={styles['error']}>
      {message}
    </p>
  );
}
