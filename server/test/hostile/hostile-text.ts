/** One for each class of characters that some expression or parser treats apart. */
const pieces = [
  ...[' ', '\t', '\n', '\r\n', '\u00a0', 'a', 'A', 'aB', 'É', '1', '1.', '.', '!', '?', ',', ';', ':', '-', '_', '/'],
  ...['\\', '"', "'", '’', '@', '#', '*', '>', '<', '=', '&', '%', '$', '~', '(', '[', '[{', '{"', '://', 'a@', 'a.'],
  ...['A.', 'a-', 'a: ', 'A a ', '1) a\n', '- a\n', '1.\n', '> \n', '**a', 'a\n', ', to o', ' is ', ' not ', 'may 1 '],
  ...['password ', 'token: "', '中', 'ท', '한', 'ب', 'ι;', 'ß', 'İ', '\ufdfa', '\u0301\u0316', 'e\u0301', '\u200d'],
  ...['😀', '𝒜'],
];

/** The characters allowed in a header that parsers of headers treat specially. */
const headerPieces = [' ', 'a', ',', ';', '"', '[{'];

/** A text of so many characters. */
export type HostileText = (characters: number) => string;

/**
 * Texts in which a cost shows that grows faster than they do: one piece again and again, then many short words that end
 * in it, then a long run of it that something else ends.
 */
export const hostileTexts: readonly HostileText[] = pieces.map((piece) => (characters) => hostile(piece, characters));

export const hostileHeaderTexts: readonly HostileText[] = headerPieces.map(
  (piece) => (characters) => hostile(piece, characters),
);

function hostile(piece: string, characters: number): string {
  const max = Math.floor(0.4 * characters);
  const words = repeated(`b${piece}`, Math.max(0, characters - 2 * max - 1));
  return `${repeated(piece, max)}${words}${repeated(piece, max)}b`;
}

export function repeated(piece: string, characters: number): string {
  const ofPiece = Array.from(piece);
  const rest = characters % ofPiece.length;
  return piece.repeat(Math.floor(characters / ofPiece.length)) + ofPiece.slice(0, rest).join('');
}
