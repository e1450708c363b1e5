/** Dark mode is a class on the page root; native controls follow it. */
export const applyTheme = (isDark: boolean): void => {
  document.documentElement.classList.toggle('dark', isDark);
};

export const isPaintedDark = (): boolean => document.documentElement.classList.contains('dark');

export const setDocumentLanguage = (tag: string): void => {
  document.documentElement.lang = tag;
};

export const nameDocument = (title: string): void => {
  document.title = title;
};

/** The current language of the page. */
export const currentLocale = (): 'zh-cn' | 'en' => (document.documentElement.lang.startsWith('en') ? 'en' : 'zh-cn');

/** Reads a `<meta name content>` of the page. */
export const readPageMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
