/** Runs a script's work and ends with its exit code. A failure prints one plain sentence, not a stack. */
export async function runScript(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(process.env.DEBUG ? error : error.message);
    process.exitCode = error.exitCode ?? 1;
  }
}
