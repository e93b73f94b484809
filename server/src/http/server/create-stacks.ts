import type { ContractDocument, Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { authenticateAgain } from '../middleware/authenticate-again.ts';
import { checkOrigin } from '../middleware/check-origin.ts';
import { checkScope } from '../middleware/check-scope.ts';
import { enterOpenRequests } from '../middleware/enter-open-requests.ts';
import { limitRate } from '../middleware/limit-rate.ts';
import { parseBody } from '../middleware/parse-body.ts';
import { readBody } from '../middleware/read-body.ts';
import { takeAccountSlot } from '../middleware/take-account-slot.ts';
import { throttleAttempts } from '../middleware/throttle-attempts.ts';
import { validateRequest } from '../middleware/validate-request.ts';
import type { Middleware } from './request-context.ts';

export type StackServices = Pick<
  HttpServices,
  'accounts' | 'openRequests' | 'limiter' | 'rateLimits' | 'publicUrl' | 'allowedHosts'
>;

/** The middlewares between the router and the handler of an operation, in the order in which they run. */
type Stack = (operation: Operation) => Middleware[];

/** Returns the stack of an operation, by the credentials that the contract asks for. */
export function createStacks(services: StackServices, contract: ContractDocument): Stack {
  const limitsPlans = services.rateLimits === 'plan';
  const rate = limitsPlans ? [limitRate(services)] : [];
  const slot = limitsPlans ? [takeAccountSlot(services)] : [];

  /** What every caller may read, even while the server has too many requests open. */
  const service: Stack = (operation) => [validateRequest(contract, operation)];

  const anonymous: Stack = (operation) => [
    enterOpenRequests(services, operation),
    throttleAttempts(services, operation),
    ...bodyOf(operation),
    validateRequest(contract, operation),
  ];

  const session: Stack = (operation) => [
    enterOpenRequests(services, operation),
    authenticate(services, operation),
    ...rate,
    ...bodyOf(operation),
    authenticateAgain(services, operation),
    ...slot,
    validateRequest(contract, operation),
  ];

  const keyed: Stack = (operation) => [
    enterOpenRequests(services, operation),
    authenticate(services, operation),
    ...rate,
    checkScope(operation),
    ...bodyOf(operation),
    authenticateAgain(services, operation),
    ...slot,
    validateRequest(contract, operation),
  ];

  const mcp: Stack = (operation) => [
    checkOrigin(services),
    ...(operation.credentials.length > 0 ? keyed(operation) : service(operation)),
  ];

  return (operation) => {
    if (operation.isMcp) return mcp(operation);
    if (operation.isService) return service(operation);
    if (operation.credentials.length === 0) return anonymous(operation);
    return operation.credentials.includes('ApiKey') ? keyed(operation) : session(operation);
  };
}

/** JSON-RPC has errors of its own for what is not JSON: the handler of the MCP endpoint parses the bytes. */
function bodyOf({ takesBody, isMcp }: Operation): Middleware[] {
  if (!takesBody) return [];
  return isMcp ? [readBody] : [readBody, parseBody];
}
