import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one thing to do here. `danger`: cannot be undone. `quiet`: without an edge. */
  look?: 'primary' | 'plain' | 'danger' | 'quiet';
  icon?: IconName;
  /** True while its work is under way: it stays focused, but does nothing. */
  isBusy?: boolean;
}

export function Button({ look = 'plain', icon, isBusy = false, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={`${styles['button']} ${styles[look]}`}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconName;
  /** The name of the button, for screen readers and on hover. */
  label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={`${styles['button']} ${styles['icon']}`}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
