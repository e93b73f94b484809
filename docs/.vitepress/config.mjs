import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { toSidebar } from './to-sidebar.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));
const repository = 'https://github.com/mnema/mnema';

export default defineConfig({
  title: 'Mnema',
  description: 'Long-term memory for AI agents',
  // A project of GitHub Pages is a folder of its host.
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  cacheDir: join(docs, 'node_modules/.cache/vitepress'),
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  markdown: {
    languageAlias: { env: 'dotenv', caddy: 'nginx' },
    config: (markdown) => markdown.core.ruler.push('links-of-the-site', toSiteLinks),
  },
  themeConfig: {
    sidebar: toSidebar(docs),
    search: { provider: 'local' },
    outline: 'deep',
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
  },
});

/** Leads links to files outside of the documentation to the repository, and those to a README to its folder. */
function toSiteLinks({ tokens, env }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (href === null || /^(?:[a-z]+:|#)/.test(href)) continue;
    const target = relative(docs, join(dirname(join(docs, env.relativePath)), href));
    const isOutside = target.startsWith('..') || !/\.md(?:#|$)/.test(target);
    if (isOutside) token.attrSet('href', `${repository}/blob/main/${join('docs', target)}`);
    // The page of a folder is its index.
    else token.attrSet('href', href.replace(/README\.md(?=#|$)/, 'index.md'));
  }
}
