import type { Language } from '#server/domain/messages.ts';

/** Chinese unless English is preferred. */
export function preferredLanguage(header: string | undefined): Language {
  const preferences = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = Number(
        params
          .find((each) => each.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { language: tag.slice(0, 2), quality: Number.isNaN(quality) ? 0 : quality };
    })
    .filter(({ language, quality }) => quality > 0 && (language === 'zh' || language === 'en'))
    .sort((a, b) => b.quality - a.quality);
  return preferences[0]?.language === 'en' ? 'en' : 'zh';
}
