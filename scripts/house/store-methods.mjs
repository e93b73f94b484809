import { join } from 'node:path';
import ts from 'typescript';

/** The interfaces of a store. Only a store with files or memory of its own implements `LocalData`, and the kit `Transaction`. */
const needed = ['Reader', 'RecordStore', 'OpenPages', 'CandidateIndex', 'OpenStore'];
const storeInterfaces = [...needed, 'LocalData', 'Transaction'];
const files = [
  'server/src/ports/record-store.ts',
  'server/src/ports/candidate-index.ts',
  'server/src/adapters/store-kit/open-store.ts',
];

/** Counts the methods that a new store implements. */
export function countStoreMethods(root) {
  return [...listStoreMembers(root)]
    .filter(([name]) => needed.includes(name))
    .flatMap(([, members]) => members)
    .filter(({ isMethod }) => isMethod).length;
}

/** Maps each interface of a store to its members, without those that it takes from another one. */
export function listStoreMembers(root) {
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, noEmit: true, allowImportingTsExtensions: true },
  );
  const checker = program.getTypeChecker();
  const members = new Map();
  for (const statement of files.flatMap((file) => program.getSourceFile(join(root, file))?.statements ?? [])) {
    if (!ts.isInterfaceDeclaration(statement) || !storeInterfaces.includes(statement.name.text)) continue;
    const own = statement.members.map((member) => ({
      name: member.name.text,
      isMethod: checker.getTypeAtLocation(member).getCallSignatures().length > 0,
    }));
    members.set(statement.name.text, own);
  }
  return members;
}
