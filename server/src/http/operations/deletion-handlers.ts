import type { Handlers } from '../../api/operation-types.ts';
import { presentDeletion, presentScopeDeletion } from '../../api/present-deletion.ts';
import { toScopeInput } from '../../api/scope-parameters.ts';
import type { HttpServices } from '../../api/services.ts';
import { actorOf } from '../../domain/accounts/authenticate.ts';
import { deleteScope } from '../../domain/memories/delete-scope.ts';
import { getDeletion, listDeletions } from '../../domain/memories/deletion-receipts.ts';
import { invalidRequest } from '../../ports/errors.ts';
import { idempotencyOf, replayHeaders } from './idempotency.ts';

export function deletionHandlers(
  services: Pick<HttpServices, 'store' | 'records' | 'clock' | 'identifiers' | 'continueDeletions'>,
) {
  const { records } = services;
  return {
    async deleteMemories(request, principal) {
      const { confirm, ...parameters } = request.query;
      const { account, restriction } = principal;
      const { all: _, ...scope } = parameters;
      if (Object.keys(parameters).length === 0) {
        const message = 'needs at least one scope parameter, such as user_id; all=true deletes every memory';
        throw invalidRequest({ path: '', message });
      }
      const result = await deleteScope(services, {
        scope: { ...toScopeInput(account.id, scope), restriction },
        parameters,
        actor: actorOf(principal),
        confirm,
        idempotency: idempotencyOf(request, principal),
      });
      const { begun, matched, isReplay } = result;
      if (begun && !isReplay) {
        request.concerns({ action: 'memories_deleted', detail: { deletion_id: begun.id, matched } });
      }
      const status = begun?.status === 'running' ? 202 : 200;
      return { status, headers: replayHeaders({ isReplay }), body: presentScopeDeletion(result) };
    },

    async listDeletions({ query }, { account }) {
      const { kind, limit = 100, cursor, ...named } = query;
      const list = { accountId: account.id, kind, named, limit, cursor };
      const { deletions: found, nextCursor } = await listDeletions(records, list);
      return { status: 200, body: { results: found.map(presentDeletion), next_cursor: nextCursor } };
    },

    async getDeletion({ path }, { account }) {
      return { status: 200, body: presentDeletion(await getDeletion(records, account.id, path.deletion_id)) };
    },
  } satisfies Partial<Handlers>;
}
