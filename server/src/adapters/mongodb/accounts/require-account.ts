import type { Collections } from '../schema/documents.ts';

/** Selects accounts that are not being deleted. */
export const presentAccount = { deletionId: { $exists: false } } as const;

/** Whether there is an account that is not being deleted. */
export async function accountExists({ accounts }: Pick<Collections, 'accounts'>, id: string): Promise<boolean> {
  return (await accounts.findOne({ _id: id, ...presentAccount }, { projection: { _id: 1 } })) !== null;
}

/** @throws {Error} when there is no such account */
export async function requireAccount(collections: Pick<Collections, 'accounts'>, id: string): Promise<void> {
  if (!(await accountExists(collections, id))) throw new Error(`there is no account ${id}`);
}
