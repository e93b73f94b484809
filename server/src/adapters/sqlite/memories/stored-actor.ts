import type { Actor } from '../../../ports/memory-store.ts';

/** Renders an actor as text: its kind, and the prefix of its key after a blank. */
export function actorToText(actor: Actor | null): string | null {
  if (actor === null) return null;
  return actor.keyPrefix === null ? actor.kind : `${actor.kind} ${actor.keyPrefix}`;
}

export function actorFromText(text: string | null): Actor | null {
  if (text === null) return null;
  const [kind, keyPrefix = null] = text.split(' ');
  return { kind: kind as Actor['kind'], keyPrefix };
}
