import type { ContractDocument, Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import { authenticate, authenticateAgain, checkScope } from '../middleware/authenticate.ts';
import { checkOrigin } from '../middleware/check-origin.ts';
import { enterOpenRequests, limitRate, takeAccountSlot, throttleAttempts } from '../middleware/limit-requests.ts';
import { parseBody, readBody } from '../middleware/read-body.ts';
import { validateRequest } from '../middleware/validate-request.ts';
import type { Middleware } from './request-context.ts';

export type StackServices = Pick<
  HttpServices,
  'accounts' | 'openRequests' | 'limiter' | 'rateLimits' | 'publicUrl' | 'allowedHosts'
>;

/** Returns the middlewares between the router and the handler of an operation, in the order in which they run. */
type Stack = (operation: Operation) => Middleware[];

/** Creates the stacks. The credentials of an operation decide which one it gets. */
export function createStacks(services: StackServices, contract: ContractDocument): Stack {
  const limitsPlans = services.rateLimits === 'plan';
  const rate = limitsPlans ? [limitRate(services)] : [];
  const slot = limitsPlans ? [takeAccountSlot(services)] : [];

  /** Every caller may read these operations, even while the server has too many requests open. */
  const service: Stack = (operation) => [validateRequest(contract, operation)];

  const anonymous: Stack = (operation) => [
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
    ...bodyOf(services, operation),
    authenticateAgain(services, operation),
    ...slot,
    validateRequest(contract, operation),
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

/** The handler of the MCP endpoint parses the bytes itself, since JSON-RPC has its own errors for invalid JSON. */
function bodyOf(services: StackServices, operation: Operation): Middleware[] {
  if (!operation.takesBody) return [];
  const read = readBody(services, operation);
  return operation.isMcp ? [read] : [read, parseBody];
}
