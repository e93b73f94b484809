import { createHmac } from 'node:crypto';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Deletion, MemoryDeletions, NamingParameter, NewDeletion } from '../../ports/memory-deletions.ts';

type Parameters = NewDeletion['parameters'];

const namingParameters: readonly NamingParameter[] = ['user_id', 'agent_id', 'run_id'];

function codeOf(secret: string, name: NamingParameter, value: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${name}\n${value}`).digest('hex');
}

/** Computes the codes of parameters. The deletions of an account share a secret, so that a code finds all of them. */
export async function toCodes(
  { deletions, identifiers }: { deletions: Pick<MemoryDeletions, 'secrets'>; identifiers: Pick<Identifiers, 'secret'> },
  accountId: string,
  parameters: Parameters,
): Promise<Pick<NewDeletion, 'codes' | 'secret'>> {
  const named = namingParameters.filter((name) => typeof parameters[name] === 'string');
  if (named.length === 0) return { codes: {}, secret: null };
  const [known] = await deletions.secrets(accountId);
  const secret = known ?? identifiers.secret(32).toString('hex');
  return {
    codes: Object.fromEntries(named.map((name) => [name, codeOf(secret, name, String(parameters[name]))])),
    secret,
  };
}

/**
 * Computes the codes with which receipts are found. Deletions that began at the same time may have different secrets.
 */
export async function toSearchedCodes(
  deletions: Pick<MemoryDeletions, 'secrets'>,
  accountId: string,
  parameters: Partial<Record<NamingParameter, string | undefined>>,
): Promise<Partial<Record<NamingParameter, string[]>>> {
  const given = namingParameters.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (given.length === 0) return {};
  const secrets = await deletions.secrets(accountId);
  return Object.fromEntries(given.map(([name, value]) => [name, secrets.map((one) => codeOf(one, name, value))]));
}

/** Replaces the ids of users, agents and runs by their codes. */
export function withoutNames({ parameters, codes }: Pick<Deletion, 'parameters' | 'codes'>): Parameters {
  const coded = Object.entries(codes).map(([name, code]) => [name, `hmac-sha256:${code}`]);
  return { ...parameters, ...Object.fromEntries(coded) };
}
