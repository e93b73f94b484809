/**
 * @typedef {object} HookInput the fields of the input that these hooks read
 * @property {string} cwd
 * @property {string} session_id
 * @property {string} [transcript_path]
 * @property {boolean} [stop_hook_active]
 */

/**
 * Reads the input of a hook and prints its output, if there is one. After an error the exit code is 0, so that Claude
 * Code works as without the plugin.
 * @param {(input: HookInput, key: string) => Promise<object | undefined>} hook
 * @param {{ showsErrors: boolean }} options with showsErrors, Claude Code shows an error to the user; otherwise it is
 * one line on standard error, which Claude Code shows only in its debug log
 */
export async function runHook(hook, { showsErrors }) {
  try {
    const key = process.env['MNEMA_API_KEY']?.trim();
    if (!key) throw new Error('MNEMA_API_KEY is not set');
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    const output = await hook(JSON.parse(text), key);
    if (output) process.stdout.write(`${JSON.stringify(output)}\n`);
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    const line = `mnema: ${reason.replaceAll(/\s+/g, ' ')}`;
    if (showsErrors) process.stdout.write(`${JSON.stringify({ systemMessage: line })}\n`);
    else process.stderr.write(`${line}\n`);
  }
}
