// Compiles a package into its dist folder, one file at a time: `transpile-package.ts FOLDER`. No package that it imports
// has to be installed. `npm run check` checks its types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const folder = process.argv[2] as string;
const { config } = ts.readConfigFile(join(folder, 'tsconfig.build.json'), ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
// A single file does not know the `type` of its package.
const compilerOptions = { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };

for (const fileName of fileNames) {
  const text = readFileSync(fileName, 'utf8');
  const output = join(folder, 'dist', relative(join(folder, 'src'), fileName)).replace(/[.]ts$/, '');
  mkdirSync(dirname(output), { recursive: true });
  const transpileOptions = { fileName, compilerOptions, reportDiagnostics: true };
  for (const [ending, transpile] of [
    ['.js', ts.transpileModule],
    ['.d.ts', ts.transpileDeclaration],
  ] as const) {
    const { outputText, diagnostics } = transpile(text, transpileOptions);
    for (const { messageText } of diagnostics ?? []) {
      console.error(`${fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
      process.exitCode = 1;
    }
    writeFileSync(output + ending, outputText);
  }
}
