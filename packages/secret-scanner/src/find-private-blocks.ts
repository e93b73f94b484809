import type { Finding } from './sensitive-kinds.ts';

const maxBlockLength = 32_768;
const header = /-{5}BEGIN (?<label>[A-Z0-9 ]{0,60})-{5}/y;
const footer = /-{5}END [A-Z0-9 ]{0,60}-{5}/y;
const minSolid = 24;
/** Words are shorter than the lines of a key. */
const minRun = 16;

/** Finds the PEM block that begins at `start`, also without its end, quoted, indented, or with `\n` spelt out. */
export function findPrivateBlock(text: string, start: number): Finding | undefined {
  header.lastIndex = start;
  const label = header.exec(text)?.groups?.['label'];
  if (label === undefined) return undefined;
  const isKey = /PRIVATE KEY/.test(label);
  if (!isKey && !/CERTIFICATE|PKCS7|X509 CRL/.test(label)) return undefined;
  const bodyStart = header.lastIndex;
  const limit = Math.min(text.length, bodyStart + maxBlockLength);
  let end = bodyStart;
  let solid = 0;
  let run = 0;
  let maxSolidRun = 0;
  // A dash ends the body, so that no body is read twice, however often the header occurs.
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    run = isSolid(code) ? run + 1 : 0;
    maxSolidRun = Math.max(maxSolidRun, run);
    if (run > 0) solid++;
    else if (code === 45 && text.startsWith('-----', end)) break;
    else if (!isLoose(code)) break;
  }
  if (solid < minSolid || maxSolidRun < minRun) return undefined;
  footer.lastIndex = end;
  if (footer.test(text)) end = footer.lastIndex;
  else while (end > bodyStart && !isSolid(text.charCodeAt(end - 1))) end--;
  return { kind: isKey ? 'private_key' : 'certificate', start, end, rank: 3 };
}

function isSolid(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 47 ||
    code === 61
  );
}

/** Spaces, line ends, escapes, quotation marks of mail and code, and characters of the headers of old keys. */
function isLoose(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === 10 ||
    code === 13 ||
    code === 0xa0 ||
    '\\>|*"\'`,:+-().@<'.includes(String.fromCharCode(code))
  );
}
