import { foldCase } from './keyword-index.ts';
import { codeWords, ordinaryWords, proseWords, stateWords } from './ordinary-words.ts';
import { trimEnd } from './trim-end.ts';

const mask = /^(?:[*•●·xX.…_\-#?○◦∙■█\s]|\\u2022|&bull;)+$/;
const maskInside = /\*{3}|•{2}|●{2}|…|\.{3}|x{4}|X{4}|_{4}|#{4}/;
const frame =
  /^(?:<|\$[{(]|\{\{?|\[|@\{|#\{|%\w{1,60}%|__\w{1,60}__$|\$[A-Z_]\w{0,60}$|\$[a-z_A-Z]{1,60}$|%[sdv@(]|~\/|\.\.?\/|!\w{1,20}\s)/;
const placeholderWords =
  /(?:^|[-_\s.:])(?:your|my|example|sample|placeholder|change-?_?me|replace|insert|enter|redacted|dummy|todo|fixme|none|removed|hidden|fill|some|foo|bar|masked|omitted|supersecret|xxx)(?:$|[-_\s.:])|^(?:your|example|placeholder|redacted|changeme|insert|replace)|example(?:key)?$|[-_]here$/;
const constantName = /^[A-Z][A-Z]*(?:_[A-Z]+)+$/;
const reference =
  /^(?:https?:|arn:|op:|vault:|ssm:|ref\+|secret:|secrets?\/|projects\/|file:|env:|kms:|data:|urn:|gs:|s3:|sm:|keychain:|doppler:|\/[a-z_.-]+(?:\/|$)|[a-z]:\\)/;
const hash =
  /^(?:sha(?:1|224|256|384|512)[-:]|md5[-:]|\$2[abxy]?\$|\$argon2|\$scrypt|\$pbkdf2|\$[156]\$|pbkdf2|\{ssha|scram-sha)/;
const identifier =
  /^(?:mem|key|req|acct|usr|user|org|proj|run|evt|ses|msg|cus|sub|pi|ch|in|prod|price|acc|job|task|thread|asst|file)_[0-9A-Za-z]{10,40}$/;
const shownPrefix = /^mn[kt]_\w{0,12}$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const emailAddress = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}$/;
const dateOrVersion =
  /^(?:v?\d{1,4}(?:[.\-/:]\d{1,6}){1,5}(?:[-+.]?[a-z]{1,10}\.?\d{0,3})?|\d{4}-\d\d-\d\dt[\d:.]{4,20}(?:z|[+-]\d\d:?\d\d)?|\d+(?:[.,]\d+)?%?)$/;
const quantity =
  /^[~<>≥≤=]{0,2}\d{1,6}[-–+x]?(?:\d{1,6})?[-–]?(?:st|nd|rd|th|e|er|s|ms|m|h|d|w|y|k|kb|mb|gb|x|am|pm|g|min|mins|sec|secs|hours?|hrs?|days?|weeks?|months?|years?|chars?|characters?|digits?|bits?|bytes?|words?|times?|letters?|tokens?|fa|factor|step|zeichen|tage|mal)?[-+]?(?:[a-z]{1,12})?$/;
const technology =
  /^(?:sha|md|aes|rsa|hs|es|rs|ps|ed|argon|pbkdf|base|utf|oauth|http|ipv?|tls|ssl|bcrypt|scrypt|hmac|x|ec|p|s|h|log|auth|pkcs|chacha|des|blake|crc|gpt|u|node|python|php|java|vue|iso|rfc|cve|fips|nist|pci|soc|web|wpa|wep|ws|office|microsoft|win|windows|postgres|redis|ipsec|ios|android|level|section|page|chapter|room|line|part|option|phase|sprint|step|version|rev|v|q|kerberos|k|c|net|i|l|o|neo|mp|d|b|m|t|r|md)[-_.]?\d{1,4}[a-z]{0,2}(?:[-_./][a-z0-9]{1,8}){0,3}[-_./]?$/;
const ticket = /^(?:#\d+|[A-Z]{2,8}-\d{1,6}|(?:pr|issue)-?#?\d+)$/;
const fileName =
  /^[\w./-]{1,120}\.(?:js|ts|tsx|jsx|mjs|py|rb|go|rs|java|kt|php|ya?ml|json|toml|ini|cfg|conf|env|txt|md|pdf|docx?|xlsx?|csv|html?|css|png|jpe?g|svg|sh|sql|lock|pem|key|crt|kdbx|com|org|net|io|dev)$/i;

/** Whether dots, stars or crosses replace characters: `ghp_xxxx`, `sk-…`. */
export function isMasked(value: string): boolean {
  return mask.test(value) || maskInside.test(value);
}

/** Whether the value is a placeholder, a reference or a description of a secret. */
export function isPlaceholder(value: string): boolean {
  const plain = value.trim();
  if (plain.length < 2 || mask.test(plain) || frame.test(plain)) return true;
  const short = foldCase(plain.length > 200 ? plain.slice(0, 200) : plain);
  if (maskInside.test(plain.length > 400 ? plain.slice(0, 400) : plain) && !/-{5}BEGIN/.test(plain)) return true;
  return (
    placeholderWords.test(short) ||
    constantName.test(plain) ||
    (reference.test(short) && !(short.startsWith('/') && looksRandom(plain))) ||
    hash.test(short) ||
    shownPrefix.test(plain) ||
    (short.length <= 24 && ordinaryWords.has(trimEnd(short, '.,;:!?)]}>"\'`*'))) ||
    hasTwoCharacters(short)
  );
}

/** Whether the value repeats one or two characters. */
function hasTwoCharacters(value: string): boolean {
  const first = value.charCodeAt(0);
  let second = first;
  for (let at = 1; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code === first || code === second) continue;
    if (second !== first) return false;
    second = code;
  }
  return true;
}

/** Whether the text is an expression of a programming language rather than a value. */
export function isExpression(value: string): boolean {
  return (
    /^[A-Za-z_$!][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)*(?:\?\.)?[([]/.test(value) ||
    /^[a-zA-Z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*){1,8}[,;)\]}!]*$/.test(value) ||
    /^(?:\(|!0|!1|![a-z_]{2,20}$|=>|(?:function|async|await|new|typeof|void|return)\b|&[a-z*]|\*[a-z]|@[a-zA-Z])/.test(
      value,
    ) ||
    /^[\w$.]+(?:\?\?|\|\||&&|=>|[=!]==?(?=[^=]))/.test(value)
  );
}

/** Whether a machine may have created the value: it does not have the form of a word, name, number, date or slug. */
export function looksRandom(value: string): boolean {
  const length = value.length;
  if (length < 8 || /\s/.test(value)) return false;
  const folded = foldCase(length > 512 ? value.slice(0, 512) : value);
  if (isIdentifier(value, folded)) return false;
  if (new Set(folded).size < Math.min(8, Math.ceil(length / 2))) return false;
  const parts = (length > 512 ? value.slice(0, 512) : value).split(/[^A-Za-z0-9]+/);
  let chaos = 0;
  let total = 0;
  for (const part of parts) {
    total += part.length;
    if (!isWordy(part)) chaos += part.length;
  }
  if (total === 0) return false;
  if (chaos < 8 && !(chaos >= 5 && length <= 12 && chaos * 2 >= total)) {
    // Symbols between short pieces, as password generators put them: x9!Kq#2v.
    return /[!@#$%^&*?]/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && parts.length >= 3;
  }
  return chaos * 2 >= total;
}

function isIdentifier(value: string, folded: string): boolean {
  return (
    identifier.test(value) ||
    emailAddress.test(value) ||
    dateOrVersion.test(folded) ||
    quantity.test(folded) ||
    (value.length <= 24 && technology.test(folded)) ||
    ticket.test(value) ||
    fileName.test(value)
  );
}

/** Whether the part is a word, a name in camel case, a short number, or a word with a number. */
function isWordy(part: string): boolean {
  if (part.length <= 2 || /^\d+$/.test(part)) return true;
  if (/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(part)) return part.length < 20 && hasVowels(part);
  if (/^[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,}){1,6}$/.test(part)) return true;
  if (/^[A-Z]{2,5}(?:[A-Z][a-z]{2,}){1,6}$/.test(part)) return true;
  return /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)\d{1,4}$/.test(part) && part.length < 16 && hasVowels(part);
}

/** Whether at least one letter in six is a vowel. */
function hasVowels(part: string): boolean {
  let vowels = 0;
  for (const letter of part) if ('aeiouyAEIOUY'.includes(letter)) vowels++;
  return vowels * 6 >= part.length || part.length <= 4;
}

export function isUuid(value: string): boolean {
  return uuid.test(foldCase(value));
}

/** Whether a person may have chosen the value: a word with digits or signs, but not a term, number or name. */
export function looksChosen(value: string): boolean {
  const folded = foldCase(value);
  if (value.length < 4 || value.length > 128 || isIdentifier(value, folded) || isUuid(value)) return false;
  const letters = /\p{L}/u.test(value);
  const digits = /\p{N}/u.test(value);
  const signs = /[!@#$%^&*?~+=€£§<>|\\{}[\]()]/.test(trimEnd(value, '!?)}]'));
  if (letters && (digits || signs)) return true;
  if (digits && signs) return value.length >= 5;
  // mYpAsS has capitals inside a word, unlike names such as GitHub or McDonald.
  return /^[a-z]+[A-Z]+[a-z]+[A-Z]/.test(value);
}

/** Whether the value has only letters and is not a common word about passwords. */
export function isUncommonWord(value: string): boolean {
  const folded = foldCase(value);
  return (
    /^[\p{L}-]{4,40}$/u.test(value) &&
    !ordinaryWords.has(folded) &&
    !proseWords.has(folded) &&
    !stateWords.has(folded) &&
    !codeWords.has(folded) &&
    !/(?:ed|ing|able|ible|less|ful|ly|ous|ive|ary|tion|ment|ness|ized|ised|en|ent|ant|al|ic|ory|ise|ize|est|ssword|secret|token|pass|key)$/.test(
      folded,
    )
  );
}

/** Whether the value is several ordinary words that are not a sentence: correct horse battery staple. */
export function isPassphrase(value: string): boolean {
  const words = foldCase(value).split(/[\s,-]+/);
  return (
    words.length >= 4 &&
    words.length <= 30 &&
    words.every((word) => /^[\p{L}\d']{2,16}[.!]?$/u.test(word) && !proseWords.has(word)) &&
    new Set(words).size >= 4
  );
}
