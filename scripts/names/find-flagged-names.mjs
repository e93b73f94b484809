import ts from 'typescript';
import { flaggedPatterns, flaggedWords } from './flagged-words.mjs';

/**
 * Finds names that a file declares and that contain a flagged word. Names are flagged only where they are declared, so
 * that names of libraries and of generated code pass.
 */
export function findFlaggedNames(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (isDeclared(node)) {
      const flag = flagOf(node.text.replace(/^#/, ''));
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (flag) found.push({ path, line, name: node.text, ...flag });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Returns true for a name that is declared here. The key in `{ place: position }` belongs to the destructured object.
 */
function isDeclared(node) {
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return false;
  return parent.name === node;
}

function flagOf(name) {
  for (const { pattern, instead } of flaggedPatterns) if (pattern.test(name)) return { word: name, instead };
  for (const part of name.split(/(?<=[a-z0-9])(?=[A-Z])|_/)) {
    const instead = flaggedWords.get(part.toLowerCase());
    if (instead) return { word: part, instead };
  }
  return undefined;
}
