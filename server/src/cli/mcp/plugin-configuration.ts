import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../command-context.ts';
import type { Configuration } from './configuration.ts';
import type { MarketplaceSource } from './marketplace-source.ts';

/** The place of the marketplace in the settings. Claude Code has one marketplace for each name. */
const marketplacePath = ['extraKnownMarketplaces', 'mnema'] as const;

/**
 * The settings with which Claude Code installs the plugin. The server and the key are variables, because the hooks of
 * the plugin read them as well.
 * @param force replaces a marketplace of the same name that has another source
 */
export function pluginConfiguration(
  source: MarketplaceSource,
  env: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string },
  force: boolean,
): Configuration {
  const marketplace = { source };
  const enabledPlugins = { 'mnema@mnema': true };
  return {
    text: `${JSON.stringify({ env, extraKnownMarketplaces: { mnema: marketplace }, enabledPlugins }, null, 2)}\n`,
    async addTo(text) {
      const { mergeIntoJson, readFromJson } = await import('./add-to-json.ts');
      const known = readFromJson(text, [...marketplacePath, 'source']);
      if (!force && known !== undefined && !isDeepStrictEqual(known, source)) {
        // The other source can contain a token, so it is not printed.
        throw new CommandError(
          'The settings already have a marketplace named mnema with another source: see extraKnownMarketplaces.mnema. Nothing was changed. Use --force to replace it.',
        );
      }
      const additions = [
        [['env'], env],
        [marketplacePath, marketplace],
        [['enabledPlugins'], enabledPlugins],
      ] as const;
      let after: string | undefined = text;
      for (const [path, properties] of additions) after = after && mergeIntoJson(after, path, properties);
      return after;
    },
  };
}
