import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../dist/index.d.cts', import.meta.url));
const program = ts.createProgram([entry], { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [] });
const checker = program.getTypeChecker();
const source = program.getSourceFile(entry) as ts.SourceFile;

const isOurs = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((declaration) => declaration.getSourceFile() === source) ?? false;
const isDocumented = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;

function resolve(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Lists the names that a reader sees: properties, and for a class those of the class itself. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias))) return [];
  const members = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const statics = symbol.flags & ts.SymbolFlags.Class ? checker.getTypeOfSymbol(symbol).getProperties() : [];
  return [...members, ...statics].filter(
    (member) => isOurs(member) && !/^(prototype|#private)$|^__#/.test(member.name),
  );
}

describe('the documentation of the package', () => {
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol).map(resolve);

  it('describes every public name and every member of it', () => {
    expect(names.length).toBeGreaterThan(60);
    const silent = names.flatMap((symbol) => [
      ...(isDocumented(symbol) ? [] : [symbol.name]),
      ...membersOf(symbol)
        .filter((member) => !isDocumented(member))
        .map((member) => `${symbol.name}.${member.name}`),
    ]);
    expect(silent).toEqual([]);
  });

  it('names the errors of every method that sends a request', () => {
    const methods = ['Mnema', 'Requests', 'ApiKeys', 'Auth', 'Audit'].flatMap((name) => {
      const symbol = names.find((candidate) => candidate.name === name) as ts.Symbol;
      return membersOf(symbol).filter(({ flags }) => flags & ts.SymbolFlags.Method);
    });
    expect(methods.length).toBeGreaterThan(15);
    const silent = methods.filter((method) => !method.getJsDocTags().some(({ name }) => name === 'throws'));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
