import { readContract } from '../../api/contract.ts';
import type { Handler } from '../../api/operation-types.ts';

export function getContractHandler(): Handler<'getContract'> {
  const contract = readContract();
  return async () => ({ status: 200, body: contract });
}
