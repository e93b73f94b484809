/** What a token stands for, about. */
const charactersPerToken = 4;

/** Cuts an output after so many tokens; without a limit it stays whole. Tests mark outputs that break off anyway with …. */
export function cutOff(output: string, maxTokens: number | undefined): { text: string; isCut: boolean } {
  const text = output.slice(0, (maxTokens ?? Number.POSITIVE_INFINITY) * charactersPerToken);
  return { text, isCut: text.length < output.length || text.endsWith('…') };
}

/**
 * Stands for a language model. Sentences about where somebody lives or works or what they like are facts; a fact that
 * begins like a memory, with the same person and verb, is about the same thing.
 */
export function outputInJson(material: string): string {
  const given = JSON.parse(material);
  return JSON.stringify('text' in given ? { facts: factsOf(given.text) } : { decisions: decide(given) });
}

function factsOf(text: string): string[] {
  const sentences = text.replaceAll(/^\w+: /gm, '').match(/[^.!?\n]+[.!?]?/g) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => /^[A-Z]\w+ (lives|works|likes) /.test(sentence));
}

interface Numbered {
  number: number;
  text: string;
}

function decide({ facts, memories }: { facts: Numbered[]; memories: Numbered[] }): object[] {
  return facts.map(({ number: fact, text }) => {
    const same = memories.find((memory) => memory.text.toLowerCase().includes(text.toLowerCase().replace(/\.$/, '')));
    if (same) return { fact, action: 'duplicate', memory: same.number, text: '' };
    const about = memories.find((memory) => beginning(memory.text) === beginning(text));
    if (about) return { fact, action: 'update', memory: about.number, text };
    return { fact, action: 'add', memory: 0, text: '' };
  });
}

function beginning(text: string): string {
  return text.split(' ', 2).join(' ');
}
