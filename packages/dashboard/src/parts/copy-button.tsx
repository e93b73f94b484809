import { useEffect, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { addToast } from './toasts.ts';

const shownMs = 2_000;

/** Copies a text and confirms this for a moment. */
export function CopyButton({ text, label, onCopy }: { text: string; label?: string; onCopy?: () => void }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopy?.();
    } catch {
      // Browsers allow it only over HTTPS and on this machine.
      addToast({ text: texts.common.copyFailed });
    }
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.common.copied : (label ?? texts.common.copy)}</span>
    </Button>
  );
}
