import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

/** A button that opens a list of actions. Arrow keys move in it, Escape closes it. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles['content']} sideOffset={6} collisionPadding={8} align="start">
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className={styles['label']}>{children}</DropdownMenu.Label>;
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={styles['item']} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly (readonly [Choice, string])[];
  onChoose: (choice: Choice) => void;
}

/** One of several values. */
export function MenuChoice<Choice extends string>({ label, value, choices, onChoose }: MenuChoiceProps<Choice>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={(chosen) => onChoose(chosen as Choice)}>
      <DropdownMenu.Label className={styles['label']}>{label}</DropdownMenu.Label>
      {choices.map(([choice, text]) => (
        <DropdownMenu.RadioItem key={choice} value={choice} className={styles['item']}>
          {text}
          <DropdownMenu.ItemIndicator>
            <Icon name="check" size={16} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
      <DropdownMenu.Separator className={styles['separator']} />
    </DropdownMenu.RadioGroup>
  );
}
