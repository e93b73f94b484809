import { createRedactionScan, type Neighbours, type Redaction, sensitiveLabels } from '@mnema/secret-scanner';
import { findSecretInId } from '../../lib/secrets-in-names.ts';
import { runYielding } from '../../lib/yielding.ts';
import { DomainError, type FieldError } from '../../ports/errors.ts';
import type { Message, Metadata } from '../../ports/memory.ts';
import { toSpeaker } from '../text/joined-text.ts';

export { type Redaction, redactText } from '@mnema/secret-scanner';

/** The treatment of a write with a secret: it is rejected, or a placeholder replaces the secret. */
export type ContentPolicy = 'reject' | 'redact';

export interface Content {
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata?: Metadata | undefined;
}

export type Redacted<Value> = Value & { redacted: readonly Redaction[] };

const maxErrors = 50;

interface PolicyOptions {
  removesNulls?: boolean;
  storedKeys?: readonly string[];
  /** The positions of the messages in the request. @default those in the content */
  positions?: readonly number[] | undefined;
}

/**
 * Removes keys, tokens, passwords, certificates and identity numbers of a known form from new content. `redact`
 * replaces them by `[redacted: kind]`; `reject` returns content without secrets unchanged. Long content is read with
 * pauses for the event loop.
 * @param options.removesNulls - the metadata is an update, in which a null removes a key; such keys are not redacted
 * @param options.storedKeys - metadata keys of the updated memory, which the placeholder of a key must not overwrite
 * @returns also the redactions, and whether a metadata key of the first level was renamed
 * @throws {DomainError} `sensitive_content`, under `reject`, with kind and field but nothing of the value
 */
export function applyContentPolicy<T extends Content>(
  accountId: string,
  policy: ContentPolicy,
  content: T,
  options: PolicyOptions = {},
): Promise<{ content: T; redacted: Redaction[]; renamed: boolean }> {
  return runYielding(accountId, applyInSteps(policy, content, options));
}

function* applyInSteps<T extends Content>(
  policy: ContentPolicy,
  content: T,
  { removesNulls = false, storedKeys = [], positions }: PolicyOptions,
): Generator<void, { content: T; redacted: Redaction[]; renamed: boolean }> {
  // A rejection lists only its first errors, so the scan ends there.
  const scan = createRedactionScan(policy === 'reject' ? maxErrors : Infinity);
  const clean = { ...content };
  if (content.text !== undefined) clean.text = yield* scan.text(content.text, '/text');
  if (content.messages !== undefined) {
    clean.messages = [];
    const neighbours = neighboursOf(content.messages);
    for (const [index, message] of content.messages.entries()) {
      if (scan.isFull()) break;
      const path = `/messages/${positions?.[index] ?? index}`;
      const text = yield* scan.text(message.content, `${path}/content`, neighbours[index]);
      const cleaned = { ...message, content: text };
      if (message.name !== undefined) cleaned.name = yield* scan.text(message.name, `${path}/name`);
      clean.messages.push(cleaned);
    }
  }
  if (content.metadata !== undefined) {
    const { metadata } = content;
    const skippedKeys = removesNulls ? Object.keys(metadata).filter((key) => metadata[key] === null) : [];
    clean.metadata = yield* scan.object(metadata, '/metadata', { skippedKeys, reservedKeys: storedKeys });
  }
  const { redactions: redacted } = scan;
  if (redacted.length === 0) return { content, redacted, renamed: false };
  if (policy === 'reject') throw rejection(redacted);
  const given = content.metadata ?? {};
  const renamed = Object.keys(clean.metadata ?? {}).some((key) => !Object.hasOwn(given, key));
  return { content: clean, redacted, renamed };
}

/** Returns what each message is read together with: the adjacent ones, and the speaker's last and next message. */
function neighboursOf(messages: readonly Message[]): Neighbours[] {
  const all = messages.map(() => ({ before: [] as string[], behind: [] as string[] }));
  const lastOf = new Map<string, number>();
  const connect = (first: number, second: number) => {
    all[first]?.behind.push(messages[second]?.content ?? '');
    all[second]?.before.push(messages[first]?.content ?? '');
  };
  for (const [index, message] of messages.entries()) {
    const speaker = toSpeaker(message);
    const last = lastOf.get(speaker);
    if (index > 0) connect(index - 1, index);
    if (last !== undefined && last < index - 1) connect(last, index);
    lastOf.set(speaker, index);
  }
  return all;
}

/** Rejects ids with a secret under both policies: a rewritten id would be useless. @param ids by their fields */
export function rejectSecretIds(ids: Readonly<Record<string, string | null>>): void {
  const found = Object.entries(ids).flatMap(([field, id]) => {
    const span = id === null ? undefined : findSecretInId(id);
    return span ? [{ path: `/${field}`, kind: span.kind }] : [];
  });
  if (found.length > 0) throw rejection(found);
}

function rejection(redacted: readonly Redaction[]): DomainError {
  const errors: FieldError[] = redacted.slice(0, maxErrors).map(({ path, kind }) => ({
    path,
    message: `contains ${sensitiveLabels[kind]} (${kind}): remove it, and store secrets in a secret manager`,
  }));
  const faults = errors.slice(0, 3).map(({ path, message }) => `${path.slice(1)} ${message}`);
  const rest = errors.length - faults.length;
  const more = redacted.length < maxErrors ? `${rest} more` : `at least ${rest} more`;
  return new DomainError('sensitive_content', `${faults.join('; ')}${rest > 0 ? `; and ${more}` : ''}.`, { errors });
}
