/** What a client's file is to hold. */
export interface Configuration {
  /** All of it, for a file of its own. */
  text: string;
  /**
   * Adds the server to the content of a file that is there. Comments and form of the rest stay as they are.
   * @returns the same text when the server is there already; undefined when it can't be added without harm
   */
  addTo(text: string): Promise<string | undefined>;
}

/** Its name in the configuration of a client. */
export const serverName = 'mnema';

/** @param section key under which the client keeps its servers, by name */
export function jsonConfiguration(section: string, entry: Record<string, unknown>): Configuration {
  return {
    text: `${JSON.stringify({ [section]: { [serverName]: entry } }, null, 2)}\n`,
    async addTo(text) {
      // The parser is loaded by this command only: the server does not wait for it.
      const { addToJson } = await import('./add-to-json.ts');
      return addToJson(text, [section, serverName], entry);
    },
  };
}
