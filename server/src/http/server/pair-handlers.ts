import type { Operation } from '../../api/contract.ts';
import type { Handler, Handlers, OperationId } from '../../api/operation-types.ts';

/**
 * Pairs operations with handlers.
 * @throws when the contract and the handlers differ, so that the server does not start
 */
export function pairHandlers(operations: Operation[], handlers: Partial<Handlers>): Map<string, Handler<OperationId>> {
  const promised = new Set(operations.map(({ id }) => id));
  const missing = [...promised].filter((id) => !(id in handlers));
  const extra = Object.keys(handlers).filter((id) => !promised.has(id));
  if (missing.length > 0 || extra.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`the contract has operations without a handler: ${missing.join(', ')}`] : []),
      ...(extra.length > 0 ? [`there are handlers without an operation in the contract: ${extra.join(', ')}`] : []),
    ];
    throw new Error(`Contract and handlers differ: ${parts.join('; ')}.`);
  }
  return new Map(Object.entries(handlers) as [string, Handler<OperationId>][]);
}
