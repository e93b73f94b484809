import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { RecordedExpression } from './record-expressions.ts';

export interface Expression {
  source: string;
  flags: string;
  /** The file and line. */
  where: string;
  /** Whether a comment beside it states what bounds its input. */
  isBounded: boolean;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folders = [join(root, 'server/src'), join(root, 'packages')];
const contract = 'server/src/generated/openapi.json';
/** Folders that are not ours, not shipped, or built from what is checked. */
const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'runtime', 'test', 'conformance']);
const isSource = (name: string) => /\.(?:ts|js|mjs)$/.test(name) && !/\.(?:test|contract|config|d)\.ts$/.test(name);
/** A folder with a test of this name checks its own expressions. */
const ownTest = 'linear-time.test.ts';
const marker = /Bounded input: \S/;

/**
 * All regular expressions of the server and the packages: literals as the compiler reads them, what a run of the modules
 * builds from strings, and the patterns of the contract, which the validator tests input with.
 * @throws {Error} for a `RegExp(…)` that the run does not reach
 */
export function findExpressions(): Expression[] {
  const recorded: RecordedExpression[] = JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(new URL('record-expressions.ts', import.meta.url))], {
      encoding: 'utf8',
    }),
  );
  const written = folders.flatMap(sourcesIn).flatMap((file) => expressionsOf(file, recorded));
  return [...written, ...contractPatterns()];
}

/** The validator compiles each `pattern` with the flag `u`. */
function contractPatterns(): Expression[] {
  const found: Expression[] = [];
  JSON.parse(readFileSync(join(root, contract), 'utf8'), (key, value) => {
    if (key === 'pattern') found.push({ source: value, flags: 'u', where: contract, isBounded: false });
    return value;
  });
  return found;
}

function sourcesIn(folder: string): string[] {
  if (existsSync(join(folder, ownTest))) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : sourcesIn(path);
    return isSource(entry.name) ? [path] : [];
  });
}

function expressionsOf(file: string, recorded: readonly RecordedExpression[]): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const first = lineAt(node.getStart());
    const where = `${relative(root, file)}:${first}`;
    const isBounded = () => marker.test(commentsBeside(node));
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), where, isBounded: isBounded() });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const last = lineAt(node.getEnd());
      const built = recorded.filter((one) => one.file === file && one.line >= first && one.line <= last);
      if (built.length === 0) {
        throw new Error(`nothing is known of the expression at ${where}: call it in record-expressions.ts`);
      }
      for (const { source, flags } of built) found.push({ source, flags, where, isBounded: isBounded() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The comments before the node, and before what it is a part of, up to the statement. */
function commentsBeside(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const own = ranges.map(({ pos, end }) => text.slice(pos, end)).join('\n');
  return ts.isStatement(node) || ts.isSourceFile(node) ? own : `${own}\n${commentsBeside(node.parent)}`;
}
