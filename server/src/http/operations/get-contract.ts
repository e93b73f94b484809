import { readContract } from '../contract.ts';
import type { Handler } from '../operation-types.ts';

export function getContractHandler(): Handler<'getContract'> {
  const contract = readContract();
  return async () => ({ status: 200, body: contract });
}
