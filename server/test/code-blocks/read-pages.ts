import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface CodeBlock {
  page: string;
  /** The line of the page on which the text of the block begins. */
  line: number;
  language: string;
  text: string;
  /** What the page shows as the output of this block. */
  shown?: string;
  /** Whether this block is the output of the program or of the commands before it. */
  isOutput: boolean;
}

export interface Page {
  name: string;
  blocks: CodeBlock[];
}

/** The languages of programs: a page may show one program in each of them, and their common output after the last. */
const programLanguages: readonly string[] = ['ts', 'python', 'go'];

/** Returns every page of the repository that shows code; changelogs and changesets are not pages. */
export function readPages(): Page[] {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md', ':!.changeset'];
  const names = execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return [...new Set(names)]
    .filter((name) => !name.endsWith('CHANGELOG.md'))
    .map((name) => ({ name, blocks: readBlocks(name, readFileSync(join(root, name), 'utf8')) }))
    .filter(({ blocks }) => blocks.length > 0);
}

export function readBlocks(page: string, document: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let end = 0;
  for (const match of document.matchAll(/^( *)(```+)([^\n]*)\n(.*?)^\1\2 *$/gms)) {
    const [whole, indent = '', , language = '', text = ''] = match;
    const block: CodeBlock = {
      page,
      line: document.slice(0, match.index).split('\n').length + 1,
      language: language.trim(),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isOutput: false,
    };
    const isInNewSection = /^#{1,6} /m.test(document.slice(end, match.index));
    if (!isInNewSection) attachOutput(block, blocks);
    blocks.push(block);
    end = match.index + whole.length;
  }
  for (const block of blocks) block.shown ??= resultsInComments(block);
  return blocks;
}

/** Takes a block that follows programs or commands for their output. */
function attachOutput(block: CodeBlock, before: readonly CodeBlock[]): void {
  const last = before.at(-1);
  if (!last || last.isOutput) return;
  if (last.language === 'sh' && ['text', 'json'].includes(block.language)) {
    last.shown = block.text;
    block.isOutput = true;
  }
  if (block.language !== 'text') return;
  const seen = new Set<string>();
  for (const program of before.toReversed()) {
    if (!programLanguages.includes(program.language) || seen.has(program.language)) break;
    seen.add(program.language);
    program.shown = block.text;
    block.isOutput = true;
  }
}

/** A program may show each line that it prints in a comment: `print(1 + 1)  # → 2`. */
function resultsInComments({ language, text }: CodeBlock): string {
  if (![...programLanguages, 'sh'].includes(language)) return '';
  return [...text.matchAll(/(?:\/\/|#) → (.*)$/gm)].map(([, result]) => `${result}\n`).join('');
}
