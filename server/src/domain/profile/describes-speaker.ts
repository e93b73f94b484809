import { isInstruction } from './is-preference.ts';

/** The beginning of a clause. In the middle of a clause "I" may be somebody else. */
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

/**
 * Whether a sentence of a conversation states something lasting about its speaker. Examples are "I prefer …", "my … is
 * …", "we use …", and instructions such as "Always …".
 */
export function describesSpeaker(sentence: string): boolean {
  const plain = sentence.replaceAll('’', "'").toLowerCase();
  return !supposition.test(plain) && (description.test(plain) || isInstruction(plain));
}
