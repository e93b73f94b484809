import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The ports of a store; a name that a checkout does not have is left out. */
const storePorts = [
  'MemoryStore',
  'AccountStore',
  'UsageStore',
  'RequestLog',
  'AuditLog',
  'AccountDeletions',
  'MemoryDeletions',
  'WebhookStore',
  'CopySource',
  'CopyTarget',
  'RecordReader',
  'RecordWriter',
  'RecordStore',
];

/** Counts the distinct methods of the ports that a new store implements. */
export function countStoreMethods(root) {
  return [...listStoreMethods(root).values()].reduce((count, methods) => count + methods.length, 0);
}

/** Maps each port of a store to its methods, without those that it takes from another port. */
export function listStoreMethods(root) {
  const folder = join(root, 'server/src/ports');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name));
  const program = ts.createProgram(
    files.map((name) => join(folder, name)),
    { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, noEmit: true, allowImportingTsExtensions: true },
  );
  const checker = program.getTypeChecker();
  const methods = new Map();
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))) {
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) || !storePorts.includes(statement.name.text)) continue;
      for (const property of checker.getTypeAtLocation(statement).getProperties()) {
        const declaredBy = property.declarations[0].parent.name.text;
        const port = declaredBy.startsWith('Copy') ? 'copy' : declaredBy;
        methods.set(port, (methods.get(port) ?? new Set()).add(property.name));
      }
    }
  }
  return new Map([...methods].map(([port, names]) => [port, [...names]]));
}
