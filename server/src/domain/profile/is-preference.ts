const people =
  'i|we|you|he|she|they|who|users?|customers?|clients?|team|ich|wir|er|sie|je|nous|il|elle|on|ils|elles|yo|nosotros|él|ella';
const adverbs =
  "really|also|always|still|usually|generally|just|do|would|don't|doesn't|do not|does not|never|now|no longer|strongly|personally";
/** Verbs whose "always" and "never" express a preference of a person. About things, they are facts. */
const habits =
  'eats?|drinks?|uses?|wants?|takes?|writes?|orders?|reads?|answers?|replies|reply|calls?|travels?|flies|fly|sleeps?|wears?|buys?|asks?|books?|commits?|pushes|push|skips?|pays?|schedules?|cooks?|drives?|smokes?|picks?|chooses?|choose|starts?|works?|goes|go|has|have|' +
  'isst|esse|trinkt|trinke|nutzt|nutze|nimmt|nehme|reist|reise|fährt|fahre|schreibt|schreibe|arbeitet|arbeite|' +
  'mange|boit|bois|utilise|prend|prends|écrit|écris|travaille|voyage|' +
  'come|como|bebe|bebo|usa|uso|toma|tomo|escribe|escribo|trabaja|trabajo|viaja|viajo';

/** Words that express a preference anywhere in a statement. */
const anywhere = wholeWords([
  "prefers?|preferred|preferring|preferences?|dislikes?|hates|loves|enjoys|favou?rites?|allergic|allergy|allergies|intolerant|vegetarian|vegan|can't stand|cannot stand|avoids|fond of|(?:is|are|am|'m|'s) an? (?:big |huge )?fan of",
  'bevorzug(?:e|t|en|te)|lieber|am liebsten|lieblings\\p{L}+|hass(?:e|t|en)|allergisch|allergien?|vegetarisch|vegetarier(?:in)?|veganer(?:in)?|möchten?|vermeidet|vermeide|mag (?:kein\\p{L}*|gern|lieber)',
  'préfère(?:nt|s)?|préférons|préférée?s?|préférences?|détestent?|déteste|adorent?|aime(?:nt|s)?|allergique|végétarien(?:ne)?|favorite?s?|veut|veux|souhaite|évite',
  'prefier(?:o|es?|en)|preferimos|preferid[oa]s?|gustan?|encantan?|odi(?:o|a|an)|detest(?:o|an?)|favorit[oa]s?|alérgic[oa]s?|vegetarian[oa]s?|vegan[oa]s?|quier(?:o|e|en)|evita',
]);

const withSubject = wholeWords([
  `(?:${people})(?: (?:${adverbs}))* (?:like|love|hate|enjoy|want|avoid|adore)`,
  '(?:ich|er|sie|wir) (?:mag|mögen|liebe?n?|liebt|will|wollen)',
  `(?:${people}) (?:ne |n')?(?:(?:always|never|immer|niemals|nie|toujours|jamais|siempre|nunca)|(?:${habits}) (?:immer|niemals|nie|toujours|jamais|siempre|nunca))`,
  '(?:use|uses|using|chose|chooses?|picks?|drinks?|eats?|takes?|writes?|orders?) [^.,;:]{1,60}?,? (?:not|instead of|rather than)',
]);

/** A name, which has capitals, and a habit. Bounded input: a sentence of at most `maxSentenceLength`. */
const namedHabit = new RegExp(
  `^(?!The |Der |Die |Das |Le |La |El )\\p{Lu}[\\p{L}'’-]+ (?:(?:almost )?(?:always|never|immer|niemals|nie|toujours|siempre|nunca) (?:${habits})|(?:ne |n['’])?(?:${habits}) (?:immer|niemals|nie|toujours|jamais|siempre|nunca))(?![\\p{L}])`,
  'u',
);
const namedLiking =
  /^(?!Der |Die |Das |Man )\p{Lu}[\p{L}'’-]+ (?:mag|mögen|liebt|lieben|will (?:kein|immer|nie))(?!\p{L})/u;

/** A person likes or wants something within the first words. Further on, the subject is usually a thing. */
const liking = /^(?:\S+ ){0,3}?(?<!(?:\d|of|many|more|few|got|the|which|that) )(?:likes|wants)(?!\p{L})/u;

/** An instruction such as "Always run the linter". */
const instruction =
  /^(?:please |bitte |por favor,? |s'il (?:te|vous) plaît,? )?(?:always|never|immer|niemals|nie|toujours|ne jamais|siempre|nunca)(?! (?:mind|happy|glad|good|nice|great|fun|a|an|the|been|had|have i|thought|knew|heard|seen|wanted|in|too|there|more|less|worked|again)(?!\p{L}))(?= \p{L})/u;

/** Whether a statement expresses that a person likes, wants or avoids something, or wants it always or never done. */
export function isPreference(statement: string): boolean {
  const plain = statement.replaceAll('’', "'");
  const lower = plain.toLowerCase();
  const isPersonal = [anywhere, withSubject, liking, instruction].some((pattern) => pattern.test(lower));
  return isPersonal || namedHabit.test(plain) || namedLiking.test(plain);
}

/** Matches whole words of any script, in lower case only: with the flag `i`, compiling takes tens of milliseconds. */
function wholeWords(patterns: readonly string[]): RegExp {
  // Bounded input: a sentence of at most `maxSentenceLength`.
  return new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'u');
}

/** The beginning of a clause. In the middle of a clause, "I" may be another person. */
const clauseStart =
  '(?:^|[,;:–—]\\s*|(?<![\\p{L}\\p{N}])(?:and|but|so|because|since|actually|personally|honestly|well|yes|no|also|currently|these days|und|aber|weil|et|mais|car|y|pero|porque)\\s+)';
const often =
  "(?: (?:really|also|usually|generally|mostly|still|just|do|actually|always|never|only|normally|personally|now|currently|don't|do not|can't|cannot|no longer|strongly|much))*";

const clauses = [
  // English
  `i(?:'d)?${often} (?:prefer|like|love|hate|dislike|enjoy|avoid|use|eat|drink|own|speak|teach|collect|live (?:in|near|on|at|with)|work (?:as|at|for|in|from|with|on the)|play the|stand)(?! (?:it|that|this|you|him|her|them|how|your|what|where|when|the (?:idea|sound|look)|to think)(?!\\p{L}))`,
  "i(?:'m| am)(?: not)?(?: (?:also|still|now|really|originally))* (?:allergic|intolerant|vegetarian|vegan|married|single|divorced|retired|left-handed|colou?r-?blind|from|based|an? (?!bit|little|lot|few|while|couple|tad|mess|minute))",
  'i (?:was born|grew up|(?:have |just |recently )*(?:moved|relocated) (?:to|from)|switched (?:to|from)|graduated|majored)',
  "i(?: have|'ve got| have got) (?:an?|two|three|four|five|\\d+|no) (?:\\p{L}+ ){0,2}(?:kids?|child|children|daughters?|sons?|sisters?|brothers?|siblings?|dogs?|cats?|pets?|twins|wife|husband|partner|girlfriend|boyfriend|allergy|allergies|intolerance)",
  'i want (?:you to (?:always|never)|to (?:always|never)|(?!to|some|an?|it|that|this|more|you)\\p{L})',
  "(?:my|our) [^.,;:!?]{1,50}? (?:is|are|isn't|aren't) (?!(?:\\p{L}+ing|late|here|not here|ready|done|fine|good|ok|okay|great|sorry)(?!\\p{L}))",
  "we(?: (?:really|also|usually|always|never|only|now|still|currently|don't|do not|no longer|all|just))* (?:use|prefer|deploy|run|write|ship|host|release|store|avoid|decided|agreed|switched|moved|migrated|chose|stay)(?! (?:it|that|this|you|out|into)(?!\\p{L}))",
  'i (?:always|never) (?!said|knew|thought|heard|saw|had|got|met|did|was|been|wanted|know|mind|understood)\\p{L}',
  '(?:please )?call me \\p{L}',
  // German
  'ich(?: \\p{L}+)? (?:mag|liebe|hasse|bevorzuge|nutze|benutze|verwende|esse|trinke|heiße|möchte (?:immer|nie|kein)|will (?:immer|nie|kein)|(?:wohne|lebe|arbeite) (?:in|bei|als|für|am|an))',
  'ich bin (?:allergisch|vegetarier(?:in)?|veganer(?:in)?|verheiratet|ledig|aus|in \\p{L}+ geboren)',
  'ich (?:mag|liebe|hasse|bevorzuge|nutze|benutze|verwende|esse|trinke|heiße|wohne|lebe|spreche)',
  '(?:meine?|unsere?) [^.,;:!?]{1,50}? (?:ist|sind|heißt|heißen)',
  'wir (?:nutzen|benutzen|verwenden|bevorzugen|setzen|mögen|vermeiden)',
  // French
  "(?:je |j')(?:ne |n')?(?:préfère|déteste|aime|adore|utilise|travaille|habite|mange|bois|parle|m'appelle)",
  'je suis (?:allergique|végétarien|végan|marié|née? )',
  "(?:mon|ma|mes|notre|nos) [^.,;:!?]{1,50}? (?:est|sont|s'appelle)",
  '(?:nous|on) (?:utilisons|utilise|préférons|préfère|déployons|déploie|évitons|évite)',
  // Spanish
  '(?:yo )?(?:no )?(?:prefiero|odio|detesto|me gustan?|me encantan?|uso|trabajo (?:en|como|para)|vivo (?:en|con)|me llamo)',
  '(?:yo )?soy (?:alérgic|vegetarian|vegan|de |un |una )',
  '(?:mis?|nuestr[oa]s?) [^.,;:!?]{1,50}? (?:es|son|se llaman?)',
  '(?:nosotros )?(?:usamos|preferimos|desplegamos|evitamos)',
];
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const description = new RegExp(`${clauseStart}(?:${clauses.join('|')})`, 'u');
const supposition = /^(?:if|suppose|imagine|what if|wenn|falls|angenommen|si|imaginez|imagina)(?!\p{L})/u;

/** Whether a sentence states something lasting about its speaker, such as "I prefer …" or "Always …". */
export function describesSpeaker(sentence: string): boolean {
  const plain = sentence.replaceAll('’', "'").toLowerCase();
  return !supposition.test(plain) && (description.test(plain) || instruction.test(plain));
}
