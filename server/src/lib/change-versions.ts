/** Beyond this number, the versions of all accounts change, and results are computed again. */
const maxAccounts = 10_000;

/** Results that were computed from the data of an account are valid for one version. No version ever returns. */
export function createChangeVersions(max = maxAccounts) {
  const versions = new Map<string, number>();
  let last = 0;
  /** The version of accounts that are not in the map. They have not changed since it was emptied. */
  let rest = 0;
  return {
    changed(accountId: string): void {
      if (versions.size >= max) {
        versions.clear();
        rest = last;
      }
      versions.set(accountId, ++last);
    },
    of: (accountId: string): number => versions.get(accountId) ?? rest,
  };
}
