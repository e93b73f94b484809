// Generates the files of the server and the TypeScript SDK from the contract in openapi/. `--check` changes nothing and
// fails on a difference.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generateSdkTypes } from './bootstrap/generate-sdk-types.mjs';
import { withNulls } from './contract/with-nulls.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const generatedFolders = ['server/src/generated', 'packages/sdk/src/generated'];
const resolveFrom = createRequire(import.meta.url).resolve;

/** Names the aliases of a field in its description, too, because readers of the contract do not show extensions. */
function withAliases(schema) {
  const { 'x-aliases': aliases, description } = schema ?? {};
  if (!Array.isArray(aliases)) return schema;
  return { ...schema, description: `${description} Also as ${aliases.map((name) => `\`${name}\``).join(', ')}.` };
}

/** Bundles the contract into one document. */
function bundle() {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-contract-'));
  const output = join(folder, 'openapi.json');
  try {
    execFileSync(
      process.execPath,
      [
        join(dirname(resolveFrom('@redocly/cli/package.json')), 'bin', 'cli.js'),
        'bundle',
        join(root, 'openapi', 'openapi.yaml'),
        '--config',
        join(root, 'openapi', 'redocly.yaml'),
        '--output',
        output,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    return JSON.parse(readFileSync(output, 'utf8'), (_name, value) => withAliases(value));
  } catch (error) {
    throw new Error(`the contract cannot be bundled:\n${error.stderr ?? error}`, {
      cause: error.stderr ? undefined : error,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function types(contract) {
  const nodes = await openapiTypescript(structuredClone(contract), { defaultNonNullable: false });
  return `// generated from openapi/, do not edit: npm run generate\n\n${astToString(nodes)}`;
}

/** Returns the renderer without its image from another host and without the reference to a missing source map. */
function renderer(bundlesFolder) {
  const source = readFileSync(join(bundlesFolder, 'redoc.standalone.js'), 'utf8');
  const image = '"https://cdn.redoc.ly/redoc/logo-mini.svg"';
  const parts = source.split(image);
  if (parts.length !== 2) {
    throw new Error(`redoc changed what it loads from outside: expected ${image} once in redoc.standalone.js`);
  }
  const blank = '"data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="';
  return parts.join(blank).replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mnema API</title>
    <link rel="icon" href="data:,">
    <style>body { margin: 0; }</style>
    <script src="docs/redoc.standalone.js" defer></script>
    <script src="docs/start.js" defer></script>
  </head>
  <body>
    <main id="reference">
      <noscript>This page needs JavaScript. The contract itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    </main>
  </body>
</html>
`;

const start = `// Only system fonts, and nothing from other hosts.
const systemFont = 'system-ui, sans-serif';
Redoc.init(
  'openapi.json',
  {
    hideDownloadButton: false,
    nativeScrollbars: true,
    theme: {
      typography: {
        fontFamily: systemFont,
        headings: { fontFamily: systemFont },
        code: { fontFamily: 'ui-monospace, monospace' },
      },
    },
  },
  document.getElementById('reference'),
);
`;

/** Writes every generated file below `base`, which is the repository or a temporary folder. */
async function generate(base) {
  const write = (name, content) => {
    const file = join(base, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const contract = bundle();
  write('server/src/generated/openapi.json', `${JSON.stringify(withNulls(contract), null, 2)}\n`);
  // Neither handlers nor callers of the SDKs see a null that is as good as absent.
  write('server/src/generated/contract.d.ts', await types(contract));
  const { fields, names } = await generateSdkTypes(contract);
  write('packages/sdk/src/generated/contract.ts', fields);
  write('packages/sdk/src/generated/types.ts', names);
  const redoc = dirname(resolveFrom('redoc/package.json'));
  const bundles = join(redoc, 'bundles');
  write('server/src/generated/docs/index.html', page);
  write('server/src/generated/docs/start.js', start);
  write('server/src/generated/docs/redoc.standalone.js', renderer(bundles));
  const licence = readFileSync(join(redoc, 'LICENSE'), 'utf8').trimEnd();
  const parts = readFileSync(join(bundles, 'redoc.standalone.js.LICENSE.txt'), 'utf8').trimEnd();
  const licences = `${licence}\n\n---\n\nContained in redoc.standalone.js:\n\n${parts}\n`;
  write('server/src/generated/docs/redoc.standalone.js.LICENSE.txt', licences);
}

function files(base) {
  return generatedFolders.flatMap((folder) => {
    if (!existsSync(join(base, folder))) return [];
    return readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'));
  });
}

if (process.argv.includes('--check')) {
  const fresh = mkdtempSync(join(tmpdir(), 'mnema-generated-'));
  try {
    await generate(fresh);
    const names = [...new Set([...files(fresh), ...files(root)])].sort();
    const read = (base, name) => (existsSync(join(base, name)) ? readFileSync(join(base, name), 'utf8') : null);
    const different = names.filter((name) => read(fresh, name) !== read(root, name));
    for (const name of different) console.error(`${name} differs from openapi/: npm run generate`);
    if (different.length > 0) process.exitCode = 1;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
} else {
  await generate(root);
}
