import type { ContractDocument, Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import { authenticate, authenticateAgain, checkScope } from '../middleware/authenticate.ts';
import { checkOrigin } from '../middleware/check-origin.ts';
import { checkSessionOrigin } from '../middleware/check-session-origin.ts';
import { enterOpenRequests, limitRate, takeAccountSlot, throttleAttempts } from '../middleware/limit-requests.ts';
import { parseBody, readBody } from '../middleware/read-body.ts';
import { restrictBody, restrictQuery } from '../middleware/restrict-key.ts';
import { validateRequest } from '../middleware/validate-request.ts';
import type { Middleware } from './request-context.ts';

export type StackServices = Pick<
  HttpServices,
  'accounts' | 'store' | 'openRequests' | 'limiter' | 'rateLimits' | 'publicUrl' | 'allowedHosts'
>;

/** Returns the middlewares between the router and the handler of an operation, in the order in which they run. */
type Stack = (operation: Operation) => Middleware[];

/** Creates the stacks. The credentials of an operation determine its stack. */
export function createStacks(services: StackServices, contract: ContractDocument): Stack {
  const limitsPlans = services.rateLimits === 'plan';
  const rate = limitsPlans ? [limitRate(services)] : [];
  const slot = limitsPlans ? [takeAccountSlot(services)] : [];

  /** Every caller may read these operations, even if the server has too many open requests. */
  const service: Stack = (operation) => [validateRequest(contract, operation)];

  const anonymous: Stack = (operation) => [
    ...(operation.id === 'createSession' ? [checkSessionOrigin(services)] : []),
    enterOpenRequests(services, operation),
    throttleAttempts(services, operation),
    ...bodyOf(services, operation),
    validateRequest(contract, operation),
  ];

  const authenticated: Stack = (operation) => [
    enterOpenRequests(services, operation),
    authenticate(services, operation),
    ...rate,
    checkScope(operation),
    restrictQuery(operation),
    ...bodyOf(services, operation),
    authenticateAgain(services, operation),
    ...slot,
    validateRequest(contract, operation),
    restrictBody(services, operation),
  ];

  const mcp: Stack = (operation) => [
    checkOrigin(services),
    ...(operation.credentials.length > 0 ? authenticated : service)(operation),
  ];

  return (operation) => {
    if (operation.isMcp) return mcp(operation);
    if (operation.isService) return service(operation);
    return operation.credentials.length > 0 ? authenticated(operation) : anonymous(operation);
  };
}

/**
 * Some handlers parse the bytes themselves: JSON-RPC has its own errors for invalid JSON, and an import is a list of
 * lines.
 */
function bodyOf(services: StackServices, operation: Operation): Middleware[] {
  if (!operation.takesBody) return [];
  const read = readBody(services, operation);
  return operation.parsesBody ? [read] : [read, parseBody(operation)];
}
