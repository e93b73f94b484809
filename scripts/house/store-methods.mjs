import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The ports of a store; a name that a checkout does not have is left out. */
const storePorts = [
  'MemoryStore',
  'AccountStore',
  'UsageStore',
  'RequestLog',
  'CopySource',
  'CopyTarget',
  'RecordReader',
  'RecordWriter',
];

/** Counts the distinct methods of the ports that a new store implements. */
export function countStoreMethods(root) {
  const folder = join(root, 'server/src/ports');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name));
  const program = ts.createProgram(
    files.map((name) => join(folder, name)),
    { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, noEmit: true, allowImportingTsExtensions: true },
  );
  const checker = program.getTypeChecker();
  const methods = new Set();
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))) {
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) || !storePorts.includes(statement.name.text)) continue;
      const port = statement.name.text.startsWith('Copy') ? 'copy' : statement.name.text;
      for (const property of checker.getTypeAtLocation(statement).getProperties())
        methods.add(`${port}.${property.name}`);
    }
  }
  return methods.size;
}
