import { foldCase } from './keyword-index.ts';
import { proseWords } from './ordinary-words.ts';
import type { SecretName, Tie } from './reading.ts';
import { trimEnd } from './trim-end.ts';
import { isPassphrase, isUncommonWord, isUuid, looksChosen, looksRandom } from './value-checks.ts';

/** The nouns whose value may be an ordinary word. Only English has a list of words that are not passwords. */
const englishNoun = /^pass(?:word|phrase|wd)?$|^pwd$/;

/** Whether a person chose the value of a name such as `password`. `follows` is the text behind it. */
export function isChosen(value: string, name: SecretName, tie: Tie, inQuotes: boolean, follows: string): boolean {
  if (/\s/.test(value)) return tie === 'quoted' && inQuotes && isPassphrase(value) && !name.uncertain;
  if (value.length > 200) return false;
  const trimmed = trimEnd(value, '.!?,;:');
  if (/^\d+$/.test(trimmed)) {
    if (tie === 'adjacent' || tie === 'hinted' || name.uncertain) return false;
    // "Tests pass: 4123" has no password.
    if (name.noun === 'pass' && tie !== 'quoted') return false;
    return (
      trimmed.length >= 4 && (tie === 'quoted' || /^(?:\s*$|\s*\n|[.,;!)"'}\s]*(?:$|\n|and|but|on|for))/.test(follows))
    );
  }
  const chosen = looksChosen(value) || (looksRandom(value) && !isUuid(value));
  if (isUuid(value)) return tie === 'quoted' || tie === 'assigned';
  if (name.uncertain) return (tie === 'quoted' || tie === 'assigned') && value.length >= 8 && chosen;
  if (chosen) {
    if (tie !== 'adjacent') return true;
    return (
      trimmed.length >= 6 &&
      ((/[a-z]/i.test(trimmed) && /\d/.test(trimmed) && /[!@#$%^&*?_+=]/.test(value)) ||
        (/\p{L}\d/u.test(trimmed) && trimmed.length >= 7 && !/^[\d.]+[a-z]+$/i.test(trimmed)) ||
        looksRandom(trimmed))
    );
  }
  if (tie === 'adjacent' || tie === 'hinted') return false;
  if (inQuotes || name.constant)
    return value.length >= 4 && !namesPassword(value) && /\p{L}/u.test(value) && isUncommonQuoted(value);
  if (/^[\p{L}]+(?:[-_.][\p{L}\d]+){2,}$/u.test(trimmed) && tie !== 'stated') {
    return trimmed.split(/[-_.]/).every((word) => !proseWords.has(foldCase(word)));
  }
  if (/^[\p{L}\d]+(?:-[\p{L}\d]+){3,}$/u.test(trimmed)) {
    return trimmed.split('-').every((word) => !proseWords.has(foldCase(word)));
  }
  // One plain word at the end of a sentence or line counts: my password is swordfish.
  return (
    englishNoun.test(name.noun) &&
    /^\p{Ll}+$/u.test(trimmed.slice(1)) &&
    trimmed.length >= 5 &&
    isUncommonWord(trimmed) &&
    !namesPassword(trimmed) &&
    /^[.!]?\s*(?:$|\r?\n)/.test(value.slice(trimmed.length) + follows)
  );
}

/** Whether a quoted word is neither a label nor a message: `password: "Passwort"`. */
function isUncommonQuoted(value: string): boolean {
  return /^[\p{L}\p{N}_.-]+[!?]{0,3}$/u.test(value) && !proseWords.has(foldCase(value));
}

function namesPassword(value: string): boolean {
  return /pass(?:word|wort|wd|phrase|code)|kennwort|contrase|senha|parola|wachtwoord|has[łl]o|парол|[şs]ifre|secret$|token$/u.test(
    foldCase(value),
  );
}
