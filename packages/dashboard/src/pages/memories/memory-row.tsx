import type { Memory } from '@mnema/sdk';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, type Ref } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Time } from '../../parts/time.tsx';
import { texts } from '../../texts/texts.ts';
import { cutText } from './cut-text.ts';
import { formatScore } from './format-score.ts';
import styles from './memory-row.module.css';
import type { Listed } from './queries.ts';
import { wordsOf } from './words-of.ts';

const shownLength = 320;
const nameLength = 80;
const shownTags = 4;
const shownWords = 4;

interface MemoryRowProps {
  ref: Ref<HTMLLIElement>;
  item: Listed;
  index: number;
  /** The number of all rows, -1 while it is not known. */
  count: number;
  top: number;
  isCurrent: boolean;
  isSelected: boolean;
  hasSelection: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

export function MemoryRow(props: MemoryRowProps) {
  const { ref, item, index, count, top, isCurrent, isSelected, hasSelection, onFocus, onToggle } = props;
  const text = cutText(item.memory, shownLength);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      ref={ref}
      data-index={index}
      data-selected={isSelected || undefined}
      className={styles['row']}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={onFocus}
    >
      <label className={styles['check']} data-shown={hasSelection || undefined}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={tabIndex}
          aria-label={texts.memories.row.select(cutText(text, nameLength))}
          onChange={onToggle}
        />
      </label>
      <div className={styles['body']}>
        <p dir="auto" className={styles['text']}>
          <Link
            from="/memories"
            to="/memories"
            search={({ view: _, ...before }) => ({ ...before, id: item.id })}
            resetScroll={false}
            preload={false}
            tabIndex={tabIndex}
            className={styles['link']}
          >
            {text}
          </Link>
        </p>
        <Facts item={item} />
      </div>
    </li>
  );
}

/** When, where from, project and tags, in one line. */
function Facts({ item }: { item: Listed }) {
  const { agent_id, end_user_id, occurred_at, metadata } = item;
  const facts: ReactNode[] = [<Time key="time" value={occurred_at} />];
  const add = (key: string, value: string): void => void facts.push(<bdi key={key}>{cutText(value, nameLength)}</bdi>);
  for (const key of ['source', 'project', 'memory_type']) {
    for (const value of wordsOf(metadata[key])) add(`${key} ${value}`, value);
  }
  if (agent_id !== null) add('agent', agent_id);
  if (end_user_id !== null) add('user', end_user_id);
  const tags = wordsOf(metadata['tags']);
  for (const tag of tags.slice(0, shownTags)) add(`tag ${tag}`, `#${tag}`);
  if (tags.length > shownTags) add('tags', `+${tags.length - shownTags}`);
  return (
    <p className={styles['facts']}>
      {'score' in item ? <Found item={item} /> : <Status item={item} />}
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the line is drawn as a whole
        <Fragment key={at}>
          {at > 0 && <span aria-hidden="true"> · </span>}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}

function Status({ item: { status, failure } }: { item: Memory }) {
  if (status === 'ready') return null;
  return (
    <span className={styles['status']}>
      <Badge tone={status === 'failed' ? 'bad' : 'warn'}>{texts.memories.statuses[status]}</Badge>
      {failure && <span dir="auto">{cutText(failure.message, shownLength)}</span>}
    </span>
  );
}

/** The score of a result, and in a few words why it is here. */
function Found({ item: { score, explain } }: { item: Extract<Listed, { score: number }> }) {
  const { score: name, byWords, byMeaning } = texts.memories.row;
  const words = explain?.matched_words ?? [];
  const reasons = [
    words.length > 0 && byWords(words.slice(0, shownWords).join(', ')),
    (explain?.signals['vector']?.score ?? 0) > 0 && byMeaning,
  ].filter((reason) => typeof reason === 'string');
  return (
    <span className={styles['found']}>
      <meter min={0} max={1} value={score} aria-label={name(formatScore(score))} />
      <span>{formatScore(score)}</span>
      {reasons.length > 0 && <bdi>({reasons.join('; ')})</bdi>}
    </span>
  );
}
