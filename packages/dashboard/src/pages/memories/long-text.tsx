import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { formatNumber } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';
import { cutText } from './cut-text.ts';
import styles from './long-text.module.css';

/**
 * A text that is only slightly longer than this is shown completely, because a button for a few words would be useless.
 */
const shownLength = 2_000;
const tolerance = 1.25;

/** A text of a memory, as text only and in its own direction. A long one is shown as a whole on request. */
export function LongText({ text, look = 'plain' }: { text: string; look?: 'large' | 'plain' }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > shownLength * tolerance;
  return (
    <>
      <p dir="auto" className={`${styles['text']} ${styles[look]}`}>
        {isLong && !isWhole ? `${cutText(text, shownLength)}…` : text}
      </p>
      {isLong && !isWhole && (
        <Button onClick={() => setWhole(true)}>{texts.memories.view.showAll(formatNumber([...text].length))}</Button>
      )}
    </>
  );
}
