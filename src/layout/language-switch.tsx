import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Part } from './parts.ts';

/** The button says the language it leads to, in that language. */
export function LanguageSwitch({ locale }: { locale: Part<'locale'> }) {
  const t = useText();
  const name = useSelector(locale, (state) => state.context.wanted);
  return (
    <button
      type="button"
      className="ads-language"
      aria-label={t('header.language')}
      title={t('header.language')}
      onClick={() => locale.send({ type: 'locale.chosen', locale: name === 'en' ? 'zh-cn' : 'en' })}
    >
      {name === 'en' ? '中文' : 'EN'}
    </button>
  );
}
