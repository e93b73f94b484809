/** Where Claude Code finds the marketplace with the plugin: a clone, or the repository. */
export type MarketplaceSource = { source: 'directory'; path: string } | { source: 'github'; repo: string };
