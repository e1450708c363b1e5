import { useSelector } from '@xstate/react';
import type { Visualiser } from '#machines/visualiser/visualiser.machine.ts';
import { hashOf } from '#machines/visualiser/visualiser-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { IconApps } from '#src/ui/icons.ts';
import { LanguageSwitch } from '#src/ui/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/theme-switch.tsx';

const goToMain = () => document.querySelector<HTMLElement>('.ads-vis-main')?.focus();

export function SiteBar({ site }: { site: Visualiser }) {
  const t = useText();
  const { theme, locale } = useSelector(site, (state) => state.children);
  const dark = useSelector(theme, (state) => state?.matches('dark') ?? false);
  const language = useSelector(locale, (state) => state?.context.wanted ?? 'zh-cn');
  const isUnfolded = useSelector(site, (state) => state.matches({ list: 'unfolded' }));
  const project = useSelector(site, (state) => state.context.answer?.name);
  return (
    <header className="ads-vis-bar">
      {project !== undefined && (
        <>
          <button type="button" className="ads-vis-skip" onClick={goToMain}>
            {t('shell.skip')}
          </button>
          <span className="ads-vis-menu">
            <IconButton
              label={t('visualiser.list')}
              icon={<IconApps />}
              expanded={isUnfolded}
              onClick={() => site.send({ type: 'list.toggled' })}
            />
          </span>
        </>
      )}
      <a className="ads-vis-brand" href={hashOf({ kind: 'overview' })}>
        <strong>{t('visualiser.title')}</strong>
        {project && <span>{project}</span>}
      </a>
      <div className="ads-vis-switches">
        <LanguageSwitch language={language} onChoose={(name) => locale?.send({ type: 'locale.chosen', locale: name })} />
        <ThemeSwitch dark={dark} onToggle={() => theme?.send({ type: 'theme.toggled' })} />
      </div>
    </header>
  );
}
