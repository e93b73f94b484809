import { listCodeComments, listSdkComments } from './list-comments.mjs';
import { listContractTexts } from './list-contract-texts.mjs';
import { listSources } from './list-sources.mjs';

/**
 * Where prose comes from. `files` lists Markdown files of the repository, `render` writes a page of texts from elsewhere.
 * @type {Record<string, { files: () => Promise<string[]> } | { render: () => Promise<string> }>}
 */
export const sources = {
  readme: { files: async () => ['README.md'] },
  documents: { files: async () => (await listMarkdown()).filter((file) => !isElsewhere(file)) },
  decisions: { files: async () => (await listMarkdown()).filter((file) => file.startsWith('docs/decisions/')) },
  contract: { render: listContractTexts },
  // This module needs TypeScript, which may not be installed yet when the others are loaded.
  messages: { render: async () => (await import('./list-messages.mjs')).listMessages() },
  sdks: { render: listSdkComments },
  code: { render: listCodeComments },
};

/** The sources that `npm run check` checks. Texts of the others still break the rules. */
export const checkedSources = ['readme', 'documents', 'decisions', 'contract', 'messages', 'sdks', 'code'];

const listMarkdown = () => listSources(['*.md']);

/** Changelogs are history, and so are changesets. The README and the decisions are sources of their own. */
const isElsewhere = (file) =>
  file === 'README.md' || file.endsWith('CHANGELOG.md') || /^(?:\.changeset|docs\/decisions)\//.test(file);
