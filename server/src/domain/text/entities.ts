import { pausesEvery, sliceLength } from '../../lib/yielding.ts';
import type { Entity } from '../../ports/memory.ts';
import { type FoundEntity, toNames } from './names.ts';
import { type Token, toTokens, trimEnd } from './tokens.ts';

const maxEntities = 50;
/** The maximum length, in UTF-16 units. Longer entities are left out, because half a URL is a different URL. */
const maxEntityLength = 200;

/**
 * Finds the entities of a text by their form. The kinds are `url`, `handle` (@anna), `file` (paths, file names with a
 * usual extension), `version` (1.2.3, v2) and `name`. Names are capitalised words inside sentences, and speaker labels.
 * The result has each entity once, in the spelling of the text, in order of first occurrence, at most 50. The form has
 * limits. A person, a location and a product look alike. German nouns, shouted words and headings look like names, and
 * "Node.js" looks like a file. Names in lower case are not found. Neither are names that only begin sentences, or equal
 * a month, weekday or stop word. In scripts without capitals (Chinese, Arabic, Thai, …), only speaker labels are names.
 * "Anna" and "Anna Schmidt" are two names. Decimals like 3.11 are no versions. Email addresses are left out on purpose.
 */
export function* entitiesOf(text: string): Generator<void, Entity[]> {
  if (text.length > sliceLength) yield;
  const tokens: Token[] = [];
  const references = new Map<Token, Entity>();
  const isPauseDue = pausesEvery();
  for (const token of toTokens(text)) {
    if (isPauseDue(token.start)) yield;
    tokens.push(token);
    const reference = toReference(token.core);
    if (reference) references.set(token, reference);
  }
  const { speakers, others } = yield* toNames(text, tokens, (token) => references.has(token));
  const found = [
    ...firstOnes(speakers),
    ...firstOnes(others),
    ...firstOnes(references.entries().map(([{ start }, entity]) => ({ ...entity, start }))),
  ].sort((a, b) => a.start - b.start);
  return firstOnes(found).map(({ name, kind }) => ({ name, kind }));
}

/** Keeps the first occurrence of each entity, up to the maximum. */
function firstOnes(all: Iterable<FoundEntity>): FoundEntity[] {
  const first = new Map<string, FoundEntity>();
  for (const found of all) {
    const key = `${found.kind} ${found.name}`;
    if (found.name.length <= maxEntityLength && !first.has(key)) first.set(key, found);
    if (first.size === maxEntities) break;
  }
  return [...first.values()];
}

/** Plain words, nearly all of a text, contain none of these characters. */
const distinctive = /[@./\\\d]/;
const url = /https?:\/\/[^\s/?#]|www\.[^\s/?#]/i;
const handle = /^@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u;
const version = /^(?:v\d{1,4}(?:\.\d+){0,3}|\d+\.\d+\.\d+)(?:[-+][0-9a-z.+-]+)?$/i;
/** 8.5.2023 */
const dottedDate = /^\d{1,2}\.\d{1,2}\.\d{4}$/;
const possessive = /['’]s?$/;
const lineNumber = /(?::\d+){1,2}$/;
const pathCharacters = /^[\p{L}\p{N}\p{M}_.~@+:\\/()[\]$-]+$/u;
const absolutePath = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][^\\/]+(?:[\\/][^\\/]+)*[\\/]?$/;
const extension = /[^\\/]\.[A-Za-z][A-Za-z0-9]{0,7}$/;
/** example.org/page is a web address and not a file, but .github/labels.yml is a file. */
const host = /^[^./\\][^./\\]*\.[^/\\]*[/\\]/;
const dotFile = /^\.(?:env|gitignore|npmrc|editorconfig|dockerignore|bashrc|zshrc|gitattributes)$/;
/** Bounded input: a token of at most `maxTokenLength`. */
const fileName =
  /^[\p{L}\p{N}_.@+()-]+\.(?:txt|md|mdx|rst|pdf|docx?|xlsx?|pptx?|odt|ods|odp|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|log|xml|html?|css|scss|less|[cm]?[jt]sx?|vue|svelte|py|ipynb|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|ps1|bat|sql|db|sqlite|proto|graphql|tf|png|jpe?g|gif|svg|webp|mp[34]|wav|mov|zip|tar|gz|tgz|7z|rar|iso|exe|dmg|deb|rpm|jar|onnx|parquet|pem|key|crt)$/iu;

/** Reads a token of a text as a URL, handle, file or version. */
function toReference(core: string): Entity | undefined {
  if (!distinctive.test(core)) return undefined;
  const urlStart = core.search(url);
  if (urlStart >= 0) return { kind: 'url', name: trimEnd(core.slice(urlStart)) };
  const name = core.replace(possessive, '');
  if (name.startsWith('@')) return handle.test(name) ? { kind: 'handle', name } : undefined;
  if (version.test(name)) return dottedDate.test(name) ? undefined : { kind: 'version', name };
  const file = name.replace(lineNumber, '');
  return isFile(file) ? { kind: 'file', name: file } : undefined;
}

function isFile(name: string): boolean {
  if (!pathCharacters.test(name)) return false;
  if (!/[\\/]/.test(name)) return dotFile.test(name) || fileName.test(name);
  if (extension.test(name)) return !host.test(name) || absolutePath.test(name);
  // A lone "/word" is a command or an alternative, not a path.
  return (
    absolutePath.test(name) && /[\p{L}\p{N}][\\/]+[\p{L}\p{N}]|^(?:~|\.{1,2})[\\/][\p{L}\p{N}]|^[A-Za-z]:\\/u.test(name)
  );
}
