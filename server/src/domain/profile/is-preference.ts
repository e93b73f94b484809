const people =
  'i|we|you|he|she|they|who|users?|customers?|clients?|team|ich|wir|er|sie|je|nous|il|elle|on|ils|elles|yo|nosotros|él|ella';
const adverbs =
  "really|also|always|still|usually|generally|just|do|would|don't|doesn't|do not|does not|never|now|no longer|strongly|personally";
/** Verbs whose "always" and "never" express a preference of people. About things they are facts. */
const habits =
  'eats?|drinks?|uses?|wants?|takes?|writes?|orders?|reads?|answers?|replies|reply|calls?|travels?|flies|fly|sleeps?|wears?|buys?|asks?|books?|commits?|pushes|push|skips?|pays?|schedules?|cooks?|drives?|smokes?|picks?|chooses?|choose|starts?|works?|goes|go|has|have|' +
  'isst|esse|trinkt|trinke|nutzt|nutze|nimmt|nehme|reist|reise|fährt|fahre|schreibt|schreibe|arbeitet|arbeite|' +
  'mange|boit|bois|utilise|prend|prends|écrit|écris|travaille|voyage|' +
  'come|como|bebe|bebo|usa|uso|toma|tomo|escribe|escribo|trabaja|trabajo|viaja|viajo';

/** Words that express a preference anywhere in a statement. */
const anywhere = wholeWords(
  [
    "prefers?|preferred|preferring|preferences?|dislikes?|hates|loves|enjoys|favou?rites?|allergic|allergy|allergies|intolerant|vegetarian|vegan|can't stand|cannot stand|avoids|fond of|(?:is|are|am|'m|'s) an? (?:big |huge )?fan of",
    'bevorzug(?:e|t|en|te)|lieber|am liebsten|lieblings\\p{L}+|hass(?:e|t|en)|allergisch|allergien?|vegetarisch|vegetarier(?:in)?|veganer(?:in)?|möchten?|vermeidet|vermeide|mag (?:kein\\p{L}*|gern|lieber)',
    'préfère(?:nt|s)?|préférons|préférée?s?|préférences?|détestent?|déteste|adorent?|aime(?:nt|s)?|allergique|végétarien(?:ne)?|favorite?s?|veut|veux|souhaite|évite',
    'prefier(?:o|es?|en)|preferimos|preferid[oa]s?|gustan?|encantan?|odi(?:o|a|an)|detest(?:o|an?)|favorit[oa]s?|alérgic[oa]s?|vegetarian[oa]s?|vegan[oa]s?|quier(?:o|e|en)|evita',
  ].join('|'),
);

const withSubject = wholeWords(
  [
    `(?:${people})(?: (?:${adverbs}))* (?:like|love|hate|enjoy|want|avoid|adore)`,
    '(?:ich|er|sie|wir) (?:mag|mögen|liebe?n?|liebt|will|wollen)',
    `(?:${people}) (?:ne |n')?(?:(?:always|never|immer|niemals|nie|toujours|jamais|siempre|nunca)|(?:${habits}) (?:immer|niemals|nie|toujours|jamais|siempre|nunca))`,
    '(?:use|uses|using|chose|chooses?|picks?|drinks?|eats?|takes?|writes?|orders?) [^.,;:]{1,60}?,? (?:not|instead of|rather than)',
  ].join('|'),
);

/**
 * A name at the beginning does something always or never. Case counts here, because names have capitals.
 * Bounded input: a sentence of at most `maxSentenceLength`.
 */
const namedHabit = new RegExp(
  `^(?!The |Der |Die |Das |Le |La |El )\\p{Lu}[\\p{L}'’-]+ (?:(?:almost )?(?:always|never|immer|niemals|nie|toujours|siempre|nunca) (?:${habits})|(?:ne |n['’])?(?:${habits}) (?:immer|niemals|nie|toujours|jamais|siempre|nunca))(?![\\p{L}])`,
  'u',
);
const namedLiking =
  /^(?!Der |Die |Das |Man )\p{Lu}[\p{L}'’-]+ (?:mag|mögen|liebt|lieben|will (?:kein|immer|nie))(?!\p{L})/u;

/** Somebody likes or wants something within the first words. Further on, the subject is mostly a thing. */
const liking = /^(?:\S+ ){0,3}?(?<!(?:\d|of|many|more|few|got|the|which|that) )(?:likes|wants)(?!\p{L})/u;

/** An instruction such as "Always run the linter". */
const instruction =
  /^(?:please |bitte |por favor,? |s'il (?:te|vous) plaît,? )?(?:always|never|immer|niemals|nie|toujours|ne jamais|siempre|nunca)(?! (?:mind|happy|glad|good|nice|great|fun|a|an|the|been|had|have i|thought|knew|heard|seen|wanted|in|too|there|more|less|worked|again)(?!\p{L}))(?= \p{L})/u;

/** Whether a statement expresses what somebody likes, wants, avoids, or wants always or never done. */
export function isPreference(statement: string): boolean {
  const plain = statement.replaceAll('’', "'");
  const lower = plain.toLowerCase();
  return (
    anywhere.test(lower) ||
    withSubject.test(lower) ||
    liking.test(lower) ||
    instruction.test(lower) ||
    namedHabit.test(plain) ||
    namedLiking.test(plain)
  );
}

export function isInstruction(statement: string): boolean {
  return instruction.test(statement.replaceAll('’', "'").toLowerCase());
}

/**
 * Matches a pattern as whole words of any script. It is for lower case only: with the flag `i`, the classes of letters
 * take tens of milliseconds to compile.
 */
function wholeWords(pattern: string): RegExp {
  // Bounded input: a sentence of at most `maxSentenceLength`.
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${pattern})(?![\\p{L}\\p{N}\\p{M}])`, 'u');
}
