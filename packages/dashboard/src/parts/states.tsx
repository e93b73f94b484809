import { APIConnectionError, MnemaError } from '@mnema/sdk';
import type { ReactNode } from 'react';
import { SignInError } from '../api/session.ts';
import { texts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ServerText } from './server-text.tsx';
import styles from './states.module.css';

/** Placeholders during the first load. Later the old rows stay visible while new ones load. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" className={styles['skeleton']}>
      <span className={styles['hidden']}>{texts.common.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are equal
        <div key={index} />
      ))}
    </div>
  );
}

interface EmptyStateProps {
  /** A description of the missing content. */
  title: string;
  /** The button or the snippet that fills it. */
  children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <p>{title}</p>
      {children}
    </div>
  );
}

/** Describes a failure in the person's language, as far as the error allows. */
export function messageOf(error: unknown): string {
  if (APIConnectionError.is(error)) return texts.common.offline;
  if (MnemaError.is(error)) return error.detail ?? texts.common.failed;
  return error instanceof Error ? error.message : texts.common.failed;
}

/** The same for reading: the words of the server are marked as English. */
export function ErrorText({ error }: { error: unknown }) {
  const isAnswer = MnemaError.is(error) && !APIConnectionError.is(error) && error.detail !== null;
  const isOfServer = isAnswer || error instanceof SignInError;
  return isOfServer ? <ServerText>{messageOf(error)}</ServerText> : messageOf(error);
}

/** A failure, with the id of the request and a button that retries. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = MnemaError.is(error) ? error.requestId : null;
  return (
    <div role="alert" className={styles['error']}>
      <Icon name="warning" />
      <div>
        <p>
          <ErrorText error={error} />
        </p>
        {requestId && <p className={styles['id']}>{texts.common.requestId(requestId)}</p>}
      </div>
      {onRetry && <Button onClick={onRetry}>{texts.common.retry}</Button>}
    </div>
  );
}
