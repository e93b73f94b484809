// Runs the modules that the command line names, one after the other, and prints a marker after each.
const write = process.stdout.write.bind(process.stdout);
for (const file of process.argv.slice(2)) {
  let failure = '';
  try {
    await import(file);
  } catch (error) {
    failure = JSON.stringify(error?.stack ?? String(error));
  }
  write(`\u001e${failure}\n`);
}
process.exit(0);
