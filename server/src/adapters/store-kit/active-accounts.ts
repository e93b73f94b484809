/** Collects the accounts with new rows since the last housekeeping, because no others can exceed a limit. */
export function createActiveAccounts() {
  let active: Set<string> | undefined;
  return {
    add(rows: readonly { accountId: string }[]): void {
      for (const { accountId } of rows) active?.add(accountId);
    },
    /** Returns the collected accounts, and clears the collection. The first time, all accounts are returned. */
    async take(readAll: () => Promise<string[]> | string[]): Promise<Iterable<string>> {
      const taken = active;
      active = new Set();
      return taken ?? (await readAll());
    },
  };
}
