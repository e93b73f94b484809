/**
 * Characters that are not shown, which can hide text or change its order. Single joiners and the two variation selectors
 * of emoji stay.
 */
const invisible = /[\p{DI}\ufff9-\ufffb]{3,}|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{DI}\ufff9-\ufffb]/gu;

/** Removes invisible characters from a text for a prompt, by the rule of `formatMemories` of the SDKs. */
export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '');
}
