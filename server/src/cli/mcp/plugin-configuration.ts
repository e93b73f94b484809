import type { Configuration } from './configuration.ts';

/** Where Claude Code finds the marketplace with the plugin: a clone, or the repository. */
export type MarketplaceSource = { source: 'directory'; path: string } | { source: 'github'; repo: string };

/**
 * The settings with which Claude Code installs the plugin. The server and the key are variables, because the hooks of
 * the plugin read them as well.
 */
export function pluginConfiguration(
  source: MarketplaceSource,
  env: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string },
): Configuration {
  const marketplace = { source };
  const enabledPlugins = { 'mnema@mnema': true };
  return {
    text: `${JSON.stringify({ env, extraKnownMarketplaces: { mnema: marketplace }, enabledPlugins }, null, 2)}\n`,
    async addTo(text) {
      const { mergeIntoJson } = await import('./add-to-json.ts');
      const additions = [
        [['env'], env],
        [['extraKnownMarketplaces', 'mnema'], marketplace],
        [['enabledPlugins'], enabledPlugins],
      ] as const;
      let after: string | undefined = text;
      for (const [path, properties] of additions) after = after && mergeIntoJson(after, path, properties);
      return after;
    },
  };
}
