import ts from 'typescript';

const maxLines = 60;

/** Finds functions longer than {@link maxLines}, longest first. A factory counts with the functions inside it. */
export function findLongFunctions(sources) {
  const found = [];
  for (const { path, text } of sources) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
    const visit = (node) => {
      if (ts.isFunctionLike(node) && node.body) {
        const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
        if (lines > maxLines) found.push({ path, name: node.name?.getText() ?? 'a function without a name', lines });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found.toSorted((a, b) => b.lines - a.lines);
}
