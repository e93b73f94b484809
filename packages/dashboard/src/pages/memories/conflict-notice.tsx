import type { Memory } from '@mnema/sdk';
import { useEffect, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './conflict-notice.module.css';
import { LongText } from './long-text.tsx';

interface ConflictNoticeProps {
  /** The memory after the change of another person. */
  conflict: Memory | 'deleted';
  isBusy: boolean;
  onKeepMine: (version: number) => void;
  onTakeTheirs: () => void;
}

/** Another person has changed the memory. Shows both versions, and offers a choice. */
export function ConflictNotice({ conflict, isBusy, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const words = texts.memories.conflict;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading gets the focus at each conflict
  useEffect(() => heading.current?.focus(), [conflict]);
  return (
    <section role="alert" className={styles['notice']}>
      <h3 ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      {conflict === 'deleted' ? (
        <p>{words.deleted}</p>
      ) : (
        <>
          <p>{words.lead(conflict.version)}</p>
          <div>
            <h4>{words.theirs}</h4>
            <LongText text={conflict.memory} />
          </div>
          <div className={styles['buttons']}>
            <Button isBusy={isBusy} onClick={() => onKeepMine(conflict.version)}>
              {words.keepMine}
            </Button>
            <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>
          </div>
        </>
      )}
    </section>
  );
}
