import { useId, useRef } from 'react';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { VisuallyHidden } from '../../parts/visually-hidden.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './search-bar.module.css';

/** The search for memories. It waits for Enter, since every search counts towards the quota. */
export function SearchBar({ value, onSearch }: { value: string | undefined; onSearch: (q?: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { label, placeholder, submit, clear, hint } = texts.memories.search;
  return (
    <search>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(input.current?.value.trim() || undefined);
        }}
      >
        <label htmlFor={id}>
          <VisuallyHidden>{label}</VisuallyHidden>
          <Icon name="search" />
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={8_000}
          dir="auto"
          placeholder={placeholder}
          title={hint}
          defaultValue={value}
        />
        {value !== undefined && <IconButton icon="close" label={clear} onClick={() => onSearch()} />}
        <Button type="submit">{submit}</Button>
      </form>
    </search>
  );
}
