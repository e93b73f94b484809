import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { goIsMissing, runGo } from './bootstrap/go.mjs';
import { root } from './bootstrap/paths.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { checkedSources, sources } from './prose/sources.mjs';

const usage = `Checks the words of documents, or of the named sources or files. An error fails.

node scripts/check-prose.mjs [--warnings] [source or file ...]

  --warnings   also shows words that can be right and long sentences

Sources: ${Object.keys(sources).join(', ')}`;

/** Returns the files of a source; a rendered page is written into `folder`. A name that is no source is a file. */
async function filesOf(name, folder) {
  const source = sources[name];
  if (source === undefined) return [name];
  if (source.files) return source.files();
  const page = join(folder, `${name}.md`);
  writeFileSync(page, await source.render());
  return [page];
}

/** Names the file of a finding; in a rendered page, the place that the comment above the text names. */
function whereItIsFrom(finding) {
  const [, path, line, rest] = /^(.+?\.md):(\d+):(.*)$/.exec(finding) ?? [];
  if (path === undefined) return finding;
  if (path.startsWith(join(root, sep))) return `${relative(root, path)}:${line}:${rest}`;
  const above = readFileSync(path, 'utf8').split('\n').slice(0, Number(line)).reverse();
  const comment = above.find((one) => /^<!-- .* -->$/.test(one));
  return `${comment?.slice(5, -4) ?? path}: ${rest}`;
}

async function checkProse(names, level) {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-prose-'));
  try {
    const files = (await Promise.all(names.map((name) => filesOf(name, folder)))).flat();
    const flags = ['--config=.vale.ini', `--minAlertLevel=${level}`, '--output=line'];
    const paths = files.map((file) => resolve(root, file));
    const { code, output } = await runGo(['tool', 'vale', ...flags, ...paths], { cwd: join(root, 'scripts/vale') });
    if (output !== '') console.log(output.trimEnd().split('\n').map(whereItIsFrom).join('\n'));
    return code;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { warnings: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (goIsMissing()) {
    console.log('not checked: the words of documents, because there is no Go here');
    return 0;
  }
  const names = positionals.length > 0 ? positionals : checkedSources;
  return checkProse(names, values.warnings ? 'warning' : 'error');
});
