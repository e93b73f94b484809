import type { Handler } from '../../api/operation-types.ts';

export function getHealthHandler(): Handler<'getHealth'> {
  return async () => ({ status: 200, body: { status: 'ok' } });
}
