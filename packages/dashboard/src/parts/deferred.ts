import { texts } from '../texts/texts.ts';
import { createStore } from './store.ts';
import { addToast, removeToast } from './toasts.ts';

/** The time in which a deletion can be taken back. */
const undoMs = 8_000;

interface Deferred {
  /** The ids that are hidden until the change is sent or taken back. */
  ids: readonly string[];
  send: () => Promise<void>;
}

const waiting = createStore<readonly Deferred[]>([]);

/** Returns the ids of items that are deleted here but not yet on the server: lists leave them out. */
export function useDeferredIds(): ReadonlySet<string> {
  return new Set(waiting.use().flatMap(({ ids }) => ids));
}

interface Change {
  ids: readonly string[];
  /** The message, such as "Deleted." */
  text: string;
  /** Sends the change. The ids stay hidden until it has ended; it must report its failure itself. */
  commit: () => Promise<void>;
}

/**
 * Hides items immediately. They are deleted after the time for an undo, with "Delete now", or when the page is left.
 */
export function defer({ ids, text, commit }: Change): void {
  let isSent = false;
  const leave = (): void => waiting.set(waiting.get().filter((one) => one !== deferred));
  const send = async (): Promise<void> => {
    if (isSent) return;
    isSent = true;
    removeToast(toast);
    await commit().finally(leave);
  };
  const deferred: Deferred = { ids, send };
  const undo = (): void => {
    isSent = true;
    leave();
  };
  waiting.set([...waiting.get(), deferred]);
  const toast = addToast({
    text,
    forMs: undoMs,
    onEnd: () => void send(),
    actions: [
      { label: texts.common.undo, run: undo },
      { label: texts.common.doItNow, run: () => void send() },
    ],
  });
}

/** Sends the changes that can still be undone, while there is a session for them. */
export async function sendDeferred(): Promise<void> {
  await Promise.all(waiting.get().map(({ send }) => send()));
}

addEventListener('pagehide', () => void sendDeferred());
