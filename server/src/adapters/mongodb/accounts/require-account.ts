import type { Collections } from '../schema/documents.ts';

/** @throws {Error} when there is no such account */
export async function requireAccount({ accounts }: Pick<Collections, 'accounts'>, id: string): Promise<void> {
  const found = await accounts.findOne({ _id: id }, { projection: { _id: 1 } });
  if (!found) throw new Error(`there is no account ${id}`);
}
