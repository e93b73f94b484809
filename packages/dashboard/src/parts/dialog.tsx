import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { TextField } from './field.tsx';

interface DialogProps {
  title: string;
  /** Runs when the person wants to leave: with Escape or the button. */
  onClose: () => void;
  /** False while leaving would lose something that is shown only once. */
  isClosable?: boolean;
  children: ReactNode;
}

const inContent = 'dialog > :not(header)';
/** The first field of a dialog; without one its first button, which cancels. */
const firstControl = `${inContent} :is(input:not([hidden]), select, textarea), ${inContent}:not(:has(input, select, textarea)) button`;

/** A question that comes before everything else. Draw it only while it is open; the focus returns when it closes. */
export function Dialog({ title, onClose, isClosable = true, children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // A browser would begin with the button that closes it.
    dialog.current?.querySelector<HTMLElement>(firstControl)?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      // Escape closes the dialog alone, not the panel or the form that it belongs to.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onCancel={(event) => {
        // A field for files cancels as well.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (isClosable) onClose();
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        // Browsers close it without asking when Escape is pressed twice.
        if (isClosable) onClose();
        else dialog.current?.showModal();
      }}
    >
      <header className={styles['header']}>
        <h2 id={titleId}>{title}</h2>
        {isClosable && <IconButton icon="close" label={texts.common.close} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}

/** The buttons at the end of a dialog; the one that acts comes last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>;
}

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The label of the button that acts: a verb. */
  confirm: string;
  /** A text that the person has to type first, such as a count. */
  typed?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, typed, isBusy = false, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const isMissing = typed !== undefined && text.trim() !== typed;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && !isBusy) onConfirm();
        }}
      >
        {children}
        {typed !== undefined && (
          <TextField
            label={texts.common.confirmTyped(typed)}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <DialogButtons>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look="danger" type="submit" disabled={isMissing} isBusy={isBusy}>
            {confirm}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
