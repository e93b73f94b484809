import { readLanguage } from '../frame/preferences.ts';
import { en, type Texts } from './en.ts';

/**
 * The texts in the language of this browser. They are complete before the first page is drawn, and do not change until
 * the page is loaded again. Read them while rendering, not while a module loads.
 */
export let texts: Texts = en;

/** Loads the language of this browser; English is always there. */
export async function loadTexts(): Promise<void> {
  if (readLanguage() === 'de') texts = (await import('./de.ts')).de;
}
