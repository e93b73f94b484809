const received = new Set<string>();

/** Statuses that the running test has received, by operation. Each was checked against the contract. */
export const receivedStatuses = {
  add: (operationId: string, status: number) => received.add(`${operationId} ${status}`),
  has: (operationId: string, status: number) => received.has(`${operationId} ${status}`),
  clear: () => received.clear(),
};
