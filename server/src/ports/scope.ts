/** The memories that a list or search may see. The account is always part of it. */
export interface Scope {
  accountId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  /** A memory must have a key of each of these lists. */
  filterKeys?: string[][] | undefined;
}
