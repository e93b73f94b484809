import { effectiveUserOf } from '../../ports/memory.ts';
import type { Memory } from '../../ports/memory-store.ts';

type Users = Pick<Memory, 'userId' | 'endUserId'>;

/**
 * The users of a memory in the format of stores. They are the effective user, and whether it is the end user of a
 * memory whose `userId` is the account. One indexed field then serves every scope except that of the account itself.
 */
export interface StoredUser {
  userId: string;
  isEndUser: boolean;
}

export function toStoredUser(users: Users): StoredUser {
  return { userId: effectiveUserOf(users), isEndUser: users.endUserId !== null };
}

export function toUsers(accountId: string, { userId, isEndUser }: StoredUser): Users {
  return isEndUser ? { userId: accountId, endUserId: userId } : { userId, endUserId: null };
}
