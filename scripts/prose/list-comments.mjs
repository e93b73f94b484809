import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { listSources } from './list-sources.mjs';

/** Each SDK: its folders, the files whose names are public, and a pattern of their comments. */
const sdks = [
  {
    folders: ['packages/sdk/src'],
    isPublic: (file) => /\.ts$/.test(file) && !/\.test\.ts$|\/(?:internal|generated)\//.test(file),
    comment: /\/\*\*(?<text>.*?)\*\//gs,
  },
  {
    // The blocking client is generated from the asynchronous one, and the types from the contract.
    folders: ['sdks/python/src/mnema_sdk'],
    isPublic: (file) => /(?:^|\/)(?:[a-z]\w*|__init__)\.py$/.test(file) && !/_sync\/|\/types\.py$/.test(file),
    comment: /"""(?<text>.*?)"""/gs,
  },
  {
    folders: ['sdks/go'],
    isPublic: (file) => /\.go$/.test(file) && !/_test\.go$|\.gen\.go$|\/internal\//.test(file),
    // A comment belongs to the declaration or the field below it, which is public with a capital letter.
    comment: /(?<text>(?:^\t?\/\/ ?.*\n)+)(?=\t?(?:func (?:\(.*?\) )?|type |const |var )?[A-Z]|package )/gm,
  },
];

/** The code whose comments only developers of Mnema read. */
const code = {
  folders: [
    'server/src',
    'packages/mcp',
    'packages/secret-scanner',
    'packages/ai-sdk',
    'packages/dashboard',
    'bench',
    'scripts',
  ],
  isPublic: (file) => /\.(?:tsx?|mjs|js)$/.test(file) && !/\.test\.ts$|\/(?:generated|test)\//.test(file),
  comment: /\/\*\*(?<text>.*?)\*\/|(?<lines>(?:^[ \t]*\/\/ [^\n]*\n)+)/gms,
};

/** Renders a Markdown page of the comments that users of the SDKs read, each below its line. */
export const listSdkComments = async () => (await Promise.all(sdks.map(toPage))).join('\n');

/** Renders a Markdown page of the comments in the code of the server and of the tools. */
export const listCodeComments = () => toPage(code);

async function toPage({ folders, isPublic, comment }) {
  // A file that was deleted a moment ago is still listed.
  const files = (await listSources(folders)).filter((file) => isPublic(file) && existsSync(join(root, file)));
  return files.flatMap((file) => [...commentsOf(file, comment)]).join('\n');
}

function* commentsOf(file, comment) {
  const source = readFileSync(join(root, file), 'utf8');
  for (const { index, groups } of source.matchAll(comment)) {
    const line = source.slice(0, index).split('\n').length;
    yield `<!-- ${file}:${line} -->\n\n${toMarkdown(groups.text ?? groups.lines)}\n`;
  }
}

/** Removes the signs of the comment, and code, which Go indents. Tags, arguments and exceptions become paragraphs. */
function toMarkdown(comment) {
  return (
    comment
      .split('\n')
      .filter((line) => !line.startsWith('//\t'))
      // Python indents arguments and exceptions.
      .map((line) => line.replace(/^ {4,}(?:\*\*)?[A-Za-z_]\w*:(?:\s+|$)/, '\n'))
      .map((line) => line.replace(/^[ \t]*(?:\*|\/\/)? ?/, '').trimEnd())
      .map((line) => line.replace(/^@\w+(?: \{.*?\})?\s*/, '\n'))
      .map((line) => line.replaceAll(/\{@link (.*?)\}/g, '`$1`'))
      .join('\n')
  );
}
