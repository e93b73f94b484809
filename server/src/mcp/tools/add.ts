import { toMilliseconds } from '../../api/dates.ts';
import { toOptionalDateTime } from '../../api/present-fields.ts';
import { presentAccepted, presentScope } from '../../api/present-memory.ts';
import type { WriteServices } from '../../api/services.ts';
import { maxWaitSeconds, waitUntilReady } from '../../domain/ingest/ready-waiters.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { createMemory } from '../../domain/memories/create-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { toJsonLine } from '../../lib/visible-text.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, MemoryStatus } from '../../ports/memory.ts';
import { notesOn, notesToText, scopeParts, textNotesSchema, textRules } from '../result-text.ts';
import { changes, defineTool, scopeOf, type TextArguments, type ToolNames, textOf } from '../tool.ts';
import * as schema from '../tool-schemas.ts';

const defaultWaitSeconds = 3;

export const addTool = defineTool({
  kind: 'add',
  title: 'Write a memory',
  scope: 'write',
  annotations: { ...changes.annotations, destructiveHint: false, idempotentHint: false },
  describe: (named) =>
    [
      'Writes one long-term memory. Use it when the user asks you to remember something, and when you learn something that will matter in a later conversation. Examples are preferences, decisions, facts about people and projects, causes of bugs and their fixes. One topic per call; no raw conversation, no stack traces.',
      `Look with ${named('search')} first, and change an existing memory with ${named('update')} instead of writing another.`,
      ...textRules,
      'For example:',
      'Deployment of the shop (production):\n1) Releases go out on Tuesdays.\n2) Roll back with make rollback.',
    ].join('\n'),
  input: {
    ...schema.textArguments('The text. Required, here or as text.'),
    ...schema.scopeArguments,
    metadata: schema.openObject(
      'Keys for later filters; other keys are allowed. source is mcp when omitted.',
      schema.metadataFields,
    ),
    infer: { type: 'boolean', description: 'Let a language model extract facts, where the server has one.' },
    expires_at: schema.time('When it expires, such as 2026-12-24T18:00:00Z; never when omitted.'),
    wait: {
      type: 'number',
      minimum: 0,
      maximum: maxWaitSeconds,
      description: `Seconds to wait until semantic search finds it; ${defaultWaitSeconds} when omitted.`,
    },
  },
  outputSchema: schema.objectOf({
    ...{ memory_id: schema.text, status: schema.text, ...schema.scopeFields, metadata: schema.metadata },
    ...{ created_at: schema.text, expires_at: schema.nullableText, ...textNotesSchema },
  }),
  example: {
    memory: 'Tea preferences (Ada):\n1) Ada takes her tea without sugar.',
    metadata: { project: 'apollo', memory_type: 'user_preference', tags: ['tea'] },
  },

  async run(services: WriteServices, args, caller) {
    const text = textOf(args);
    if (text === undefined) {
      throw invalidRequest({ path: '/memory', message: 'is missing: send the text to remember' });
    }
    const { metadata: given = {}, infer = false, wait = defaultWaitSeconds } = args;
    const { account, actor } = caller;
    const { accountId, userId, agentId = null, runId = null } = scopeOf(account, args);
    const metadata = Object.hasOwn(given, 'source') ? given : { ...given, source: 'mcp' };
    const expiresAt = args.expires_at === undefined ? null : toMilliseconds('/expires_at', args.expires_at);
    const quota = quotaOf(account, services.clock.now());
    const users = { userId, endUserId: null, agentId, runId };
    const draft = { accountId, ...users, actor, text, metadata, infer, quota, occurredAt: null, expiresAt };
    const { value: response, written } = await createMemory(services, draft, {
      idempotency: caller.idempotency,
      present: (memory) => toAdded(memory, args),
      // Only a corrected text is content.
      subjectOf: ({ id }, { fixed }) => (fixed === null ? null : id),
    });
    if (!written) {
      caller.replayed();
      return response;
    }
    caller.counted('memory_write');
    if (wait === 0) return response;
    const waited = { accountId, id: written.id, waitMs: 1_000 * wait, stopping: services.stopping };
    const memory = await waitUntilReady(services, waited);
    return { ...response, status: memory?.status ?? response.status };
  },

  toText(added, named) {
    const { memory_id, status, metadata, created_at, expires_at } = added;
    return [
      `Stored as ${memory_id} at ${created_at} (${scopeParts(added).join(', ')}). ${statusInWords(status, named)}`,
      `Metadata: ${toJsonLine(metadata)}`,
      ...(expires_at ? [`It expires at ${expires_at}.`] : []),
      ...notesToText(added, memory_id, named),
    ].join('\n');
  },
});

function toAdded(memory: Redacted<Memory>, args: TextArguments) {
  const { memory_id, status, metadata, created_at } = presentAccepted(memory);
  const expires_at = toOptionalDateTime(memory.expiresAt);
  const notes = notesOn(memory.text, memory, args);
  return { memory_id, status, ...presentScope(memory), metadata, created_at, expires_at, ...notes };
}

function statusInWords(status: MemoryStatus, named: ToolNames): string {
  const by = {
    pending: ' by keyword search now, and by semantic search within seconds',
    ready: '',
    failed: ' by keyword search only',
  };
  return `Status ${status}: ${named('search')} finds it${by[status]}.`;
}
