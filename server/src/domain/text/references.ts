import type { Entity } from '../../ports/memory-store.ts';
import { trimEnd } from './tokens.ts';

/** Plain words, nearly all of a text, hold none of these characters. */
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
/** example.org/page is a web address and no file, but .github/labels.yml is a file. */
const host = /^[^./\\][^./\\]*\.[^/\\]*[/\\]/;
const dotFile = /^\.(?:env|gitignore|npmrc|editorconfig|dockerignore|bashrc|zshrc|gitattributes)$/;
/** Bounded input: a token of at most `maxTokenLength`. */
const fileName =
  /^[\p{L}\p{N}_.@+()-]+\.(?:txt|md|mdx|rst|pdf|docx?|xlsx?|pptx?|odt|ods|odp|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|log|xml|html?|css|scss|less|[cm]?[jt]sx?|vue|svelte|py|ipynb|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|ps1|bat|sql|db|sqlite|proto|graphql|tf|png|jpe?g|gif|svg|webp|mp[34]|wav|mov|zip|tar|gz|tgz|7z|rar|iso|exe|dmg|deb|rpm|jar|onnx|parquet|pem|key|crt)$/iu;

/** Reads a token of a text as a URL, handle, file or version. */
export function toReference(core: string): Entity | undefined {
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
