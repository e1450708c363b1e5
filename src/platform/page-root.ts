/** Dark is a class on the page root; the browser's own controls follow. */
export const paintTheme = (isDark: boolean): void => {
  document.documentElement.classList.toggle('dark', isDark);
};

export const isPaintedDark = (): boolean => document.documentElement.classList.contains('dark');

export const nameLanguage = (tag: string): void => {
  document.documentElement.lang = tag;
};

export const nameDocument = (title: string): void => {
  document.title = title;
};

/** The language the page is in at this moment. */
export const spokenLocale = (): 'zh-cn' | 'en' => (document.documentElement.lang.startsWith('en') ? 'en' : 'zh-cn');

/** What the page says of itself beside its content: `<meta name content>`. */
export const pageNote = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
