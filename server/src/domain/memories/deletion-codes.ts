import { createHmac } from 'node:crypto';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Filter, Reader } from '../../ports/record-store.ts';
import { deletions, type NewDeletion, noCodes, type StoredDeletion } from './deletion-kinds.ts';

/** The parameters with a user, an agent or a run. Once a deletion is verified, only their codes are stored. */
const codeFields = { user_id: 'userCode', agent_id: 'agentCode', run_id: 'runCode' } as const;
export type NamingParameter = keyof typeof codeFields;
const named = Object.entries(codeFields) as [NamingParameter, (typeof codeFields)[NamingParameter]][];

/** The maximum of secrets of an account. Only deletions that began at the same time have different ones. */
const maxSecrets = 100;

type SecretReader = Pick<Reader, 'distinct'>;

async function secretsOf(records: SecretReader, accountId: string): Promise<string[]> {
  return (await records.distinct(deletions, 'secret', { of: [accountId], limit: maxSecrets })) as string[];
}

function codeOf(secret: string, name: NamingParameter, value: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${name}\n${value}`).digest('hex');
}

/** Computes the codes of parameters. The deletions of an account share a secret, so that a code finds all of them. */
export async function toCodes(
  { records, identifiers }: { records: SecretReader; identifiers: Pick<Identifiers, 'secret'> },
  accountId: string,
  parameters: NewDeletion['parameters'],
): Promise<Pick<NewDeletion, keyof typeof noCodes>> {
  const given = named.filter(([name]) => typeof parameters[name] === 'string');
  if (given.length === 0) return noCodes;
  const [known] = await secretsOf(records, accountId);
  const secret = known ?? identifiers.secret(32).toString('hex');
  const codes = given.map(([name, field]) => [field, codeOf(secret, name, String(parameters[name]))]);
  return { ...noCodes, ...Object.fromEntries(codes), secret };
}

/**
 * Computes the filter with which receipts are found; undefined without parameters. Deletions that began at the same time
 * may have different secrets.
 */
export async function toCodesFilter(
  records: SecretReader,
  accountId: string,
  parameters: Partial<Record<NamingParameter, string | undefined>>,
): Promise<Filter<StoredDeletion> | undefined> {
  const given = named.flatMap(([name, field]) => {
    const value = parameters[name];
    return value === undefined ? [] : [{ name, field, value }];
  });
  if (given.length === 0) return undefined;
  const secrets = await secretsOf(records, accountId);
  const filters = given.map(({ name, field, value }) => [
    field,
    { any: secrets.map((one) => codeOf(one, name, value)) },
  ]);
  return Object.fromEntries(filters);
}

export function withoutNames(deletion: StoredDeletion): NewDeletion['parameters'] {
  const coded = named.flatMap(([name, field]) => {
    const code = deletion[field];
    return code === null ? [] : [[name, `hmac-sha256:${code}`]];
  });
  return { ...deletion.parameters, ...Object.fromEntries(coded) };
}
