import { parseArgs } from 'node:util';
import { runScript } from './bootstrap/run-script.mjs';
import { checkProse } from './prose/check-prose.mjs';
import { sources } from './prose/sources.mjs';

const usage = `Checks the words of documents, or of the given sources or files. Only errors fail.

node scripts/check-prose.mjs [--warnings] [source or file ...]

  --warnings   also shows words to reconsider

Sources: ${Object.keys(sources).join(', ')}`;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { warnings: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const names = positionals.length > 0 ? positionals : undefined;
  const { code, output } = await checkProse(names, values.warnings ? 'warning' : 'error');
  if (output !== '') console.log(output.trimEnd());
  return code;
});
