import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHook } from './run-hook.mjs';

const editTools = ['Edit', 'MultiEdit', 'NotebookEdit', 'Write'];

const reason = `This session changed files. If it produced something that matters later (a decision, a preference, the cause of a bug), ask the user whether to remember it, and show the exact text. Call service_add of Mnema only after the user agrees, with the name of the project folder as metadata.project. Never store secrets. If nothing matters later, end without a further message.`;

await runHook(offer, { showsErrors: false });

/** @type {Parameters<typeof runHook>[0]} */
async function offer({ session_id, transcript_path, stop_hook_active }) {
  if (stop_hook_active || !transcript_path) return undefined;
  const tools = namesOfTools(await readFile(transcript_path, 'utf8'));
  const hasChanged = tools.some((name) => editTools.includes(name));
  const hasRemembered = tools.some((name) => name.endsWith('service_add'));
  if (!hasChanged || hasRemembered || !(await isFirstOffer(session_id))) return undefined;
  return { decision: 'block', reason };
}

/**
 * Returns the tools that the model called. A line of another form counts as none, so the worst result is no offer.
 * @param {string} transcript a JSON object on each line
 * @returns {string[]}
 */
function namesOfTools(transcript) {
  return transcript.split('\n').flatMap((line) => {
    if (!line.includes('"tool_use"')) return [];
    try {
      const content = JSON.parse(line).message.content;
      return content.filter((/** @type {{ type: string }} */ { type }) => type === 'tool_use').map(nameOf);
    } catch {
      return [];
    }
  });
}

/** @param {{ name: unknown }} tool */
function nameOf({ name }) {
  return String(name);
}

/**
 * Leaves a file for the session, so that there is one offer only. Without the file there is no offer.
 * @param {string} sessionId
 */
async function isFirstOffer(sessionId) {
  const digest = createHash('sha256').update(sessionId).digest('hex').slice(0, 32);
  const folder = process.env['CLAUDE_PLUGIN_DATA'] || tmpdir();
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, `mnema-offer-${digest}`), '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}
