import { toMilliseconds } from '../../api/dates.ts';
import type { Handler } from '../../api/operation-types.ts';
import type { HttpServices } from '../../api/services.ts';
import type { LoggedRequest } from '../../ports/request-log.ts';

export function listRequestsHandler({ requests }: Pick<HttpServices, 'requests'>): Handler<'listRequests'> {
  return async ({ query }, { account }) => {
    const { rows, total } = await requests.list({
      accountId: account.id,
      limit: query.limit ?? 100,
      offset: query.offset ?? 0,
      ...(query.status_code === undefined ? {} : { statusCode: query.status_code }),
      ...(query.operation === undefined ? {} : { operation: query.operation }),
      ...(query.key_id === undefined ? {} : { keyId: query.key_id }),
      ...(query.from === undefined ? {} : { from: toMilliseconds('/from', query.from) }),
      ...(query.to === undefined ? {} : { to: toMilliseconds('/to', query.to) }),
    });
    return { status: 200, body: { results: rows.map(presentRequest), total } };
  };
}

function presentRequest(row: LoggedRequest) {
  return {
    id: row.id,
    created_at: new Date(row.createdAt).toISOString(),
    method: row.method,
    path: row.path,
    operation: row.operation,
    source: row.source,
    status_code: row.statusCode,
    latency_ms: row.latencyMs,
    key_id: row.keyId,
    key_prefix: row.keyPrefix,
  };
}
