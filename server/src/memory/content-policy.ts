import { DomainError, type FieldError } from '../domain-error.ts';
import type { Message, Metadata } from '../ports/memory-store.ts';
import { findSensitive } from './sensitive/find-sensitive.ts';
import { type SensitiveKind, type SensitiveSpan, sensitiveLabels } from './sensitive/sensitive-kinds.ts';

/** What to do with a write that carries a credential: refuse it, or put a placeholder where the secret stood. */
export type ContentPolicy = 'reject' | 'redact';

export interface Content {
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata?: Metadata | undefined;
}

/** `path` is a JSON pointer into the request. It never holds a secret, not even one that was a key. */
export interface Redaction {
  path: string;
  kind: SensitiveKind;
}

/** Something written, and what was taken out of it. */
export type Redacted<Value> = Value & { redacted: readonly Redaction[] };

const errorsMost = 50;
const contextMost = 96;

/**
 * Keeps keys, tokens, passwords, certificates and identity numbers out of memories, as far as they have a form.
 * `redact` gives back the content with `[redacted: kind]` in their place, and what it did; `reject` gives it back as is.
 * @throws {DomainError} `sensitive_content`, under `reject`, naming kind and field and nothing of the value
 */
export function applyContentPolicy<T extends Content>(
  policy: ContentPolicy,
  content: T,
): { content: T; redacted: Redaction[] } {
  const redacted: Redaction[] = [];
  const clean = { ...content };
  if (content.text !== undefined) clean.text = cleanText(content.text, '/text', redacted);
  if (content.messages !== undefined) {
    clean.messages = content.messages.map((message, index) => cleanMessage(message, `/messages/${index}`, redacted));
  }
  if (content.metadata !== undefined) {
    clean.metadata = cleanValue(content.metadata, '/metadata', '', redacted) as Metadata;
  }
  if (redacted.length === 0) return { content, redacted };
  if (policy === 'reject') throw refusal(redacted);
  return { content: clean, redacted };
}

function refusal(redacted: readonly Redaction[]): DomainError {
  const errors: FieldError[] = redacted.slice(0, errorsMost).map(({ path, kind }) => ({
    path,
    message: `holds ${sensitiveLabels[kind]} (${kind}): remove it; secrets belong in a secret manager`,
  }));
  const faults = errors.slice(0, 3).map(({ path, message }) => `${path.slice(1)} ${message}`);
  const rest = redacted.length - faults.length;
  return new DomainError('sensitive_content', `${faults.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`, {
    errors,
  });
}

function cleanMessage(message: Message, path: string, redacted: Redaction[]): Message {
  const content = cleanText(message.content, `${path}/content`, redacted);
  if (message.name === undefined) return { ...message, content };
  return { ...message, content, name: cleanText(message.name, `${path}/name`, redacted) };
}

function cleanText(text: string, path: string, redacted: Redaction[]): string {
  return replace(text, findSensitive(text), path, redacted);
}

/** A value of the metadata; `name` is the key it stands under, since `hunter2` is a secret under `password` only. */
function cleanValue(value: unknown, path: string, name: string, redacted: Redaction[]): unknown {
  if (typeof value === 'string') return replace(value, findUnderName(value, name), path, redacted);
  if (typeof value === 'number') {
    const text = String(value);
    const clean = replace(text, findUnderName(text, name), path, redacted);
    return clean === text ? value : clean;
  }
  if (Array.isArray(value)) return value.map((item, index) => cleanValue(item, `${path}/${index}`, name, redacted));
  if (value === null || typeof value !== 'object') return value;
  return cleanObject(value as Metadata, path, name, redacted);
}

function cleanObject(object: Metadata, path: string, name: string, redacted: Redaction[]): Metadata {
  // A map, because keys such as `__proto__` are only names.
  const clean = new Map<string, unknown>();
  const own = new Set(Object.keys(object));
  const named = nameInside(object);
  for (const [key, value] of Object.entries(object)) {
    const cleanKey = freeKey(cleanText(key, path, redacted), key, own, clean);
    const inside = `${path}/${cleanKey.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const valueName = !valueKeys.has(key.toLowerCase()) ? key : named !== '' ? named : name || key;
    clean.set(cleanKey, cleanValue(value, inside, valueName, redacted));
  }
  return Object.fromEntries(clean);
}

/** Keys that say nothing themselves: what counts is what the value belongs to. */
const valueKeys = new Set([
  'value',
  'val',
  'data',
  'current',
  'default',
  'plain',
  'plaintext',
  'raw',
  'text',
  'content',
]);

/** `{"name": "API_KEY", "value": "…"}` */
function nameInside(object: Metadata): string {
  for (const [key, value] of Object.entries(object)) {
    if (['name', 'key', 'field', 'variable', 'label'].includes(key) && typeof value === 'string') return value;
  }
  return '';
}

function freeKey(clean: string, key: string, own: ReadonlySet<string>, taken: ReadonlyMap<string, unknown>): string {
  if (clean === key) return key;
  let free = clean;
  for (let number = 2; own.has(free) || taken.has(free); number++) free = `${clean} ${number}`;
  return free;
}

/** What the value holds by itself, and as the value of `name`. */
function findUnderName(value: string, name: string): SensitiveSpan[] {
  if (name === '') return findSensitive(value);
  const shown = name.slice(-contextMost);
  // Once as code would write it, once as prose: a quoted word is a value, a sentence behind a colon is a sentence.
  for (const [open, close] of [
    ['="', '"'],
    [': ', ''],
  ] as const) {
    if (open === '="' && /["\\\n]/.test(value)) continue;
    const offset = shown.length + open.length;
    const spans = findSensitive(`${shown}${open}${value}${close}`)
      .filter(({ start }) => start >= offset)
      .map(({ kind, start, end }) => ({ kind, start: start - offset, end: Math.min(end - offset, value.length) }));
    if (spans.length > 0) return spans;
  }
  return [];
}

function replace(text: string, spans: readonly SensitiveSpan[], path: string, redacted: Redaction[]): string {
  if (spans.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const { kind, start, end } of spans) {
    clean += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
    if (!redacted.some((one) => one.path === path && one.kind === kind)) redacted.push({ path, kind });
  }
  return clean + text.slice(done);
}
