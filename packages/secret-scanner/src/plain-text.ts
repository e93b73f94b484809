/** A text as a reader sees it. `toOriginal` maps a span to the original text. */
export interface PlainText {
  text: string;
  toOriginal<Span extends { start: number; end: number }>(span: Span): Span;
}

const beyondPlainAscii = /[^\t\n\r -%'-~]/;

/** A letter with marks, an invisible character, a look-alike of an ASCII character, or a character reference of HTML. */
const replaceable =
  /[A-Za-z]?[\u0300-\u036f]+|[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\p{DI}\ufff9-\ufffb]|[\u02b0-\u02b8\u1d2c-\u1d65\u2010\u2011\u2024\u2070-\u209c\u2102-\u2149\u2160-\u217f\u2212\u2460-\u2468\u24b6-\u24ea\ufe33\ufe34\ufe4d-\ufe52\ufe62\ufe63\uff0b\uff0d-\uff19\uff20-\uff3a\uff3f\uff41-\uff5a\u{1d400}-\u{1d7ff}\u{1f12b}-\u{1f149}\u{1fbf0}-\u{1fbf9}]|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,14});/gu;

const dash = /^[\u2010\u2011\u2212]$/;
const invisible = /^[\p{Cc}\p{DI}\ufff9-\ufffb]$/u;

const references: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', colon: ':', equals: '=', lowbar: '_' },
    ...{ hyphen: '-', dash: '-', period: '.', sol: '/', plus: '+', commat: '@', Tab: '\t', NewLine: '\n' },
    ...{ shy: '', zwj: '', zwnj: '', ZeroWidthSpace: '', NoBreak: '', lrm: '', rlm: '' },
  }),
);

/**
 * Removes characters that nobody sees inside `password`, and turns look-alikes of ASCII and character references into
 * the characters that they stand for.
 */
export function toPlainText(given: string): PlainText {
  const text = beyondPlainAscii.test(given) ? given.replaceAll(replaceable, toPlain) : given;
  if (text === given) return { text, toOriginal: (span) => span };
  let map: OffsetMap | undefined;
  return {
    text,
    toOriginal(span) {
      map ??= mapOffsets(given, text.length);
      return { ...span, start: map.starts[span.start] as number, end: map.ends[span.end - 1] as number };
    },
  };
}

function toPlain(found: string): string {
  if (found.startsWith('&') && found.length > 1) return fromReference(found);
  if (/^[A-Za-z]/.test(found)) return withoutMarks(found);
  if (invisible.test(found) || /^[\u0300-\u036f]/.test(found)) return '';
  if (dash.test(found)) return '-';
  const normal = found.normalize('NFKC');
  return /^[\w.+/@-]$/.test(normal) ? normal : found;
}

/** Returns the letter with its accent. Other marks, such as a stroke through it, only hide the letter. */
function withoutMarks(found: string): string {
  const composed = found.normalize('NFC').replaceAll(/[\u0300-\u036f]/g, '');
  return composed.length === 1 ? composed : found.charAt(0);
}

/** Returns what a reference such as `&quot;` or `&#x200b;` stands for, and an unknown one as it is. */
function fromReference(found: string): string {
  const name = found.slice(1, -1);
  const known = references.get(name);
  if (known !== undefined) return known;
  if (!name.startsWith('#')) return found;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code === 9 || code === 10 || code === 13) return String.fromCharCode(code);
  return code > 0x10ffff ? found : String.fromCodePoint(code).replaceAll(replaceable, toPlain);
}

/** The first unit and the end, in the original text, of what each unit of the plain text stands for. */
interface OffsetMap {
  starts: Uint32Array;
  ends: Uint32Array;
}

function mapOffsets(given: string, length: number): OffsetMap {
  const map = { starts: new Uint32Array(length), ends: new Uint32Array(length) };
  let at = 0;
  const put = (start: number, end: number) => {
    map.starts[at] = start;
    map.ends[at++] = end;
  };
  let from = 0;
  for (const { 0: found, index } of given.matchAll(replaceable)) {
    for (; from < index; from++) put(from, from + 1);
    from = index + found.length;
    for (let unit = toPlain(found).length; unit > 0; unit--) put(index, from);
  }
  for (; from < given.length; from++) put(from, from + 1);
  return map;
}
