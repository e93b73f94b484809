// Turns descriptions of the contract into Go doc comments, which are sentences that begin with the name.

/** Replacements for the beginning of a description that is not a noun phrase; `NAME` is the name. */
const openings = [
  [/^(\d+ %) took no longer/, 'NAME is the maximum for $1 of the requests'],
  [/^An account owns memories/, 'NAME owns memories'],
  [/^Successful\b/, 'NAME counts successes'],
  [/^Each thing that is wrong/, 'NAME lists each thing that is wrong'],
  [/^Every day/, 'NAME has every day'],
  [/^Failed\b/, 'NAME counts failures of the server'],
  [/^From the request/, 'NAME is the time from the request'],
  [/^Half of the requests took no longer/, 'NAME is the maximum for half of the requests'],
  [/^One entry/, 'NAME has one entry'],
  [/^Percentiles/, 'NAME has percentiles'],
  [/^Refused, or the caller was gone/, 'NAME counts rejections, and requests whose caller was gone'],
  [/^Requests by class/, 'NAME counts requests by class'],
  [/^Send it as/, 'NAME is sent as'],
  [/^Sent elsewhere/, 'NAME counts redirections'],
  [/^Statistics/, 'NAME has statistics'],
  [/^The requests of one/, 'NAME counts the requests of one'],
  [/^The write is on disk/, 'NAME is the response to a write that is on disk'],
  [/^Which limit of the plan is reached/, 'NAME is the limit of the plan that is reached'],
  [/^Whether\b/, 'NAME reports whether'],
];

/** First words with which a description is a sentence after `is`. */
const complete =
  /^(?:A|Always|An|Every|Everything|Free-form|How|Its|One|Something|The|What|When|Where|Who|Why)\b|^[`\d]/;
/** First words of a description that is about several things. */
const plural = /^(?:All|Distinct)\b|^(?!Always|Its)[A-Z][a-z]+s\b/;
const counts = /^(?:int|UsageCount|UsagePlaces) /;

function withSmallLetter(text) {
  return /^[A-Z](?:[a-z -]|$)/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
}

/** Null is an empty string or a nil pointer in Go. */
function wordForNull(word, type) {
  const known = /^string .*omitzero/.test(type) ? 'empty' : type.startsWith('*') ? 'nil' : word;
  return word === 'Null' ? known[0].toUpperCase() + known.slice(1) : known;
}

/** Returns the comment of a type or field. `type` is the text after the name in its declaration. */
export function goSentence(name, description, type) {
  const text = description.replace(/\bnull\b/gi, (word) => wordForNull(word, type));
  for (const [beginning, opening] of openings) {
    if (beginning.test(text)) return text.replace(beginning, opening.replace('NAME', name));
  }
  const rest = withSmallLetter(text);
  if (counts.test(type) && plural.test(text)) return `${name} counts ${rest}`;
  if (type.startsWith('[]') && /^The /.test(text)) return `${name} are ${rest}`;
  if (complete.test(text)) return `${name} is ${rest}`;
  return `${name} ${type.startsWith('[]') ? 'are' : 'is'} the ${rest}`;
}
