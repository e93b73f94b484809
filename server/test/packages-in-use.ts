import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

interface Reached {
  files: Set<string>;
  /** The specifiers of imports that are not relative. */
  packages: Set<string>;
}

/**
 * Follows the imports of a module, static and dynamic, as the compiler reads them.
 * @param options.types whether to follow imports of types too, which nothing loads
 */
export function reachableFrom(entry: string, { types = false } = {}): Reached {
  const reached: Reached = { files: new Set(), packages: new Set() };
  const waiting = [entry];
  for (const file of waiting) {
    if (reached.files.has(file)) continue;
    reached.files.add(file);
    for (const specifier of importsOf(file, types)) {
      if (!specifier.startsWith('.')) reached.packages.add(specifier);
      else if (existsSync(join(dirname(file), specifier))) waiting.push(join(dirname(file), specifier));
    }
  }
  return reached;
}

/** Lists the texts in quotes in a module, without those in comments. */
export function stringsIn(file: string): string[] {
  return nodesOf(file).flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []));
}

function importsOf(file: string, types: boolean): string[] {
  return nodesOf(file)
    .flatMap((node) => {
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments;
      if (ts.isImportDeclaration(node))
        return types || !importsOnlyTypes(node.importClause) ? [node.moduleSpecifier] : [];
      if (!ts.isExportDeclaration(node) || !node.moduleSpecifier) return [];
      return types || !node.isTypeOnly ? [node.moduleSpecifier] : [];
    })
    .flatMap((specifier) => (ts.isStringLiteralLike(specifier) ? [specifier.text] : []));
}

function importsOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const { name, namedBindings } = clause;
  const isNamed = namedBindings && ts.isNamedImports(namedBindings);
  return !name && isNamed === true && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function nodesOf(file: string): ts.Node[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}
