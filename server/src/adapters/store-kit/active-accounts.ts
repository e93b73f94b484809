/** Keeps the accounts that have got rows since housekeeping looked at them, since no others can exceed a limit. */
export function createActiveAccounts() {
  let active: Set<string> | undefined;
  return {
    add(rows: readonly { accountId: string }[]): void {
      for (const { accountId } of rows) active?.add(accountId);
    },
    /** Returns the accounts to look at, which are all for the first time, and forgets them. */
    async take(readAll: () => Promise<string[]> | string[]): Promise<Iterable<string>> {
      const taken = active;
      active = new Set();
      return taken ?? (await readAll());
    },
  };
}
