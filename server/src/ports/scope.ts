/** Which memories a list or search may see. The account is always part of it. */
export interface Scope {
  accountId: string;
  userId?: string;
  agentId?: string;
  runId?: string;
  /** All of these must hold; within one, any of its labels. */
  filterKeys?: string[][];
}
