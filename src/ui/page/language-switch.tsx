import { useText } from '#src/locale/text-provider.tsx';
import './base.css';

type Name = 'zh-cn' | 'en';

/** The button shows the name of the other language in that language. */
export function LanguageSwitch({ language, onChoose }: { language: Name; onChoose: (name: Name) => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className="ads-icon-button ads-language"
      title={t('header.language')}
      onClick={() => onChoose(language === 'en' ? 'zh-cn' : 'en')}
    >
      {language === 'en' ? <span lang="zh-CN">中文</span> : <span lang="en">EN</span>}
      <span className="ads-visually-hidden">{t('header.language')}</span>
    </button>
  );
}
