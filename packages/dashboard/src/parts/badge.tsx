import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

const icons = { good: 'check', bad: 'warning', warn: 'clock', plain: undefined } as const satisfies Record<
  string,
  IconName | undefined
>;

/** A state as a word, a shape and a colour. */
export function Badge({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const icon = icons[tone];
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
