import { capture } from '../bootstrap/run-tool.mjs';

/**
 * Lists the files of the repository that match patterns of git, also new ones. Ignored files such as those in
 * node_modules are left out.
 * @param {string[]} patterns
 * @returns {Promise<string[]>} paths relative to the root
 */
export async function listSources(patterns) {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const { code, output } = await capture('git', words);
  if (code !== 0) throw new Error(output);
  return output.trim().split('\n');
}
