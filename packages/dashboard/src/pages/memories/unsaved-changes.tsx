import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts/texts.ts';

/** Asks for confirmation before a page with unsaved changes is left. */
export function UnsavedChanges({ hasChanges }: { hasChanges: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: hasChanges, enableBeforeUnload: hasChanges, withResolver: true });
  const { discard, discardText, discardConfirm } = texts.memories.edit;
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog title={discard} confirm={discardConfirm} onConfirm={blocker.proceed} onClose={blocker.reset}>
      <p>{discardText}</p>
    </ConfirmDialog>
  );
}
