export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const themeKey = 'mnema-theme';
const languageKey = 'mnema-language';

/** Reads a stored choice of this browser. A value of another version of these pages counts as none. */
function readChoice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
  const kept = localStorage.getItem(key);
  return choices.find((choice) => choice === kept);
}

export const readTheme = (): Theme => readChoice(themeKey, themes) ?? 'system';

/** The language of the pages: the chosen one, else the first of the browser's languages that there is. */
export function readLanguage(): Language {
  const wanted = navigator.languages.map((name) => name.slice(0, 2));
  return readChoice(languageKey, languages) ?? languages.find((one) => one === wanted.find(isLanguage)) ?? 'en';
}

const isLanguage = (name: string): boolean => languages.some((language) => language === name);

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme);
  applyPreferences();
}

/** Stores the language and loads the page again, because texts are read once. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
  location.reload();
}

/** Shows the page in the theme and the language of this browser. */
export function applyPreferences(): void {
  const { documentElement } = document;
  documentElement.lang = readLanguage();
  const theme = readTheme();
  if (theme === 'system') delete documentElement.dataset['theme'];
  else documentElement.dataset['theme'] = theme;
}
