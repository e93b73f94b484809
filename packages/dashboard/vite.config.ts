import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const outDir = pathOf('../../server/dashboard');

/** Writes a compressed copy next to each file that gzip makes smaller, so that the server never compresses. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    // Not `closeBundle`, which also runs after a build that failed and then hides its error.
    async writeBundle() {
      for (const name of await readdir(outDir, { recursive: true })) {
        if (!['.js', '.css', '.html', '.svg'].includes(extname(name))) continue;
        const file = join(outDir, name);
        await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: pathOf('.'),
  base: '/app/',
  plugins: [compressFiles()],
  // A fresh clone builds these pages without a build of the client.
  resolve: { alias: { '@mnema/sdk': pathOf('../sdk/src/index.ts') } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // The content security policy allows no data in URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Packages mark files for a way of rendering that these pages do not use.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
  // `vite` alone serves these pages during development. `npm start` serves everything else.
  server: { proxy: { '^/(?!app/)': 'http://127.0.0.1:8787' } },
});
