import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { listFiles } from '../bootstrap/list-files.mjs';
import { root } from '../bootstrap/paths.mjs';

// Shorter texts are names, patterns and parts of sentences.
const minWords = 4;

/** Renders a Markdown page of the messages in the server's sources: its texts of several words, each below its line. */
export async function listMessages() {
  const files = listFiles(join(root, 'server/src')).filter(
    (file) => /\.ts$/.test(file) && !/\.(?:test|contract|d)\.ts$/.test(file) && !/\/generated\//.test(file),
  );
  return files.flatMap((file) => [...messagesOf(file)]).join('\n');
}

function* messagesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const nodes = [source];
  while (nodes.length > 0) {
    const node = nodes.pop();
    const text = textOf(node);
    if (text === undefined) nodes.push(...node.getChildren(source).reverse());
    else if (isProse(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      yield `<!-- ${relative(root, file)}:${line + 1} -->\n\n${text}\n`;
    }
  }
}

/** The text of a string; the values within a template become `x`, as code that no rule looks at. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => `\`x\`${span.literal.text}`).join('');
}

const isProse = (text) => !isSql(text) && !isWordList(text) && wordsOf(text).length >= minWords;

/** Statements, column lists with aliases, and rows of columns. */
const isSql = (text) =>
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|DROP|PRAGMA|FROM)\b|\bAS [a-z]|(?:\b[a-z_]+,\s+){6}/.test(text);

/** Words that a rule of the search or the profile compares, without a sign between them. */
const isWordList = (text) => /^[^.,:;?!]{120,}$/.test(text);

const wordsOf = (text) => text.split(/\s+/).filter((word) => /^[\w'’]*[a-z][\w'’]*[.,:;]?$/.test(word));
