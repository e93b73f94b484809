import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Id extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  tabs: readonly { id: Id; label: string; content: ReactNode }[];
  value?: Id;
  onChange?: (id: Id) => void;
}

/** Several views of one thing, of which one is shown. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  const control = value === undefined ? { defaultValue: tabs[0]?.id } : { value };
  return (
    <Radix.Root {...control} onValueChange={(id) => onChange?.(id as Id)}>
      <Radix.List aria-label={label} className={styles['list']}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={styles['tab']}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className={styles['content']}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
