/** Stores of other formats are rejected. Each start adds tables and indexes that are missing, which changes no format. */
export const storeFormat = 1;

/** The last commit that opens stores of the earlier formats. */
const lastCommit = '29f184a3';

export function earlierFormatMessage(store: string): string {
  return `The store in ${store} was written by an earlier format of Mnema; export it with \`mnema export\` of commit ${lastCommit}, and import the file here.`;
}
