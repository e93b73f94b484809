import type { ReactNode } from 'react';
import styles from './field.module.css';

/** What failed in a form, beside its fields. Screen readers read it aloud. */
export function FormMessage({ message }: { message: ReactNode }) {
  return message === undefined || message === null ? null : (
    <p role="alert" className={styles['error']}>
      {message}
    </p>
  );
}
