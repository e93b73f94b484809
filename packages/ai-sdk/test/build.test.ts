import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('the package is built without the packages that it imports', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'mnema-ai-sdk-'));
  const folder = join(elsewhere, 'packages/ai-sdk');
  try {
    for (const path of ['tsconfig.json', 'packages/ai-sdk/tsconfig.build.json', 'packages/ai-sdk/src']) {
      cpSync(join(root, path), join(elsewhere, path), { recursive: true });
    }
    execFileSync(process.execPath, [join(root, 'packages/sdk-build/transpile-package.ts'), folder]);
    const modules = globSync('src/**/*.ts', { cwd: folder }).map((file) => file.replace(/^src(.*)[.]ts$/, 'dist$1'));
    const written = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]).sort();
    expect(globSync('dist/**/*.*', { cwd: folder }).sort()).toEqual(written);
    expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toMatch(/from ['"].\/memory-tools.js/);
    expect(readFileSync(join(folder, 'dist/memory-tools.d.ts'), 'utf8')).toContain("from '@mnema/sdk'");
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
