import type { Schema } from '../api/schema-lookup.ts';
import type { Redacted } from '../domain/memories/content-policy.ts';
import { invalidRequest } from '../ports/errors.ts';
import { argumentName } from './argument-name.ts';
import { checkFormat, type FormatWarning } from './memory-format.ts';
import { objectOf, outputSchemas } from './schemas.ts';
import type { ToolNames } from './tool.ts';

/** The text of a memory, under either of its names. */
export interface TextArguments {
  memory?: string;
  text?: string;
}

/** @throws {DomainError} for both names at once, which may say different things */
export function textOf({ memory, text }: TextArguments): string | undefined {
  if (memory !== undefined && text !== undefined) {
    throw invalidRequest({ path: '/memory', message: 'and text are the same thing: give one of them' });
  }
  return memory ?? text;
}

/** What a write has to say about its text. */
export interface TextNotes {
  warnings: FormatWarning[];
  /** The text in the recommended format, when it was not. */
  fixed: string | null;
  /** What was taken out of it. */
  redacted: { path: string; kind: string }[];
  [key: string]: unknown;
}

export const textNotesSchema: Record<string, Schema> = {
  warnings: { type: 'array', items: objectOf({ rule: outputSchemas.text, message: outputSchemas.text }) },
  fixed: outputSchemas.nullableText,
  redacted: { type: 'array', items: objectOf({ path: outputSchemas.text, kind: outputSchemas.text }) },
};

/** @param text as it was stored: what is shown again must hold no secret that was taken out */
export function notesOn(
  text: string | undefined,
  { redacted }: Pick<Redacted<object>, 'redacted'>,
  args: TextArguments,
): TextNotes {
  const { warnings, fixed } = text === undefined ? { warnings: [], fixed: null } : checkFormat(text);
  return { warnings, fixed, redacted: redacted.map(({ path, kind }) => ({ path: argumentName(path, args), kind })) };
}

export function notesToText({ warnings, fixed, redacted }: TextNotes, id: string, named: ToolNames): string[] {
  const lines = redacted.map(({ path, kind }) => `Taken out before storing: ${kind} in ${path}. Never store secrets.`);
  if (warnings.length === 0) return lines;
  lines.push('Its format could be better (stored as given all the same):');
  for (const { rule, message } of warnings) lines.push(`- ${rule}: ${message}`);
  if (fixed !== null) {
    lines.push(
      `To put it right, call ${named('update')} with memory_id ${id} and this text, if it still says the same:`,
      fixed,
    );
  }
  return lines;
}
