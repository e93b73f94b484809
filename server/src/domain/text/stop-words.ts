const groups = {
  articles: 'a an the',
  pronouns:
    'i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves they them their theirs themselves this that these those there here',
  auxiliaries:
    'am is are was were be been being do does did doing done have has had having will would shall should can could might must',
  contractions:
    'dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt wont wouldnt shouldnt cant cannot couldnt mustnt im ive youre youve hes shes thats theres theyre theyve weve lets whats aint',
  prepositions:
    'of to in on at by for with from about into onto as than between through during up down out off over under',
  conjunctions: 'and or but if because so while then not no nor also too very',
  questions: 'what when where who whom whose which why how',
  fillers:
    'yes yeah yep hey hi hello oh ooh ah wow um uh hmm ok okay well just really actually thanks thank please lol haha',
};

/**
 * English words without information about the subject of a text, in lower case, without apostrophes. "may" is missing,
 * because it is a month. "like" is missing, because "likes tea" is worth finding.
 */
export const stopWords: ReadonlySet<string> = new Set(Object.values(groups).flatMap((words) => words.split(' ')));
