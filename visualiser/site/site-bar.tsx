import { useSelector } from '@xstate/react';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconApps } from '#src/ui/text/icons.ts';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { hashOf, type Place } from '#visualiser/machines/visualiser-place.ts';

/** Rooms of the page, with the places that belong to them. */
const ROOMS: readonly { title: MessageId; place: Place; holds: readonly Place['kind'][] }[] = [
  { title: 'visualiser.overview', place: { kind: 'overview' }, holds: ['overview', 'machine'] },
  { title: 'visualiser.room.live', place: { kind: 'live', window: '', actor: '' }, holds: ['live'] },
  { title: 'visualiser.room.recording', place: { kind: 'recording' }, holds: ['recording'] },
  { title: 'visualiser.room.simulation', place: { kind: 'simulation', key: '' }, holds: ['simulation'] },
  { title: 'visualiser.room.coverage', place: { kind: 'coverage' }, holds: ['coverage'] },
];

/** Where the list of machines stands beside what is shown. */
const IN_GALLERY: readonly Place['kind'][] = ['overview', 'machine', 'nowhere'];

const goToMain = () => document.querySelector<HTMLElement>('.ads-vis-main')?.focus();

export function SiteBar({ site }: { site: Visualiser }) {
  const t = useText();
  const { theme, locale } = useSelector(site, (state) => state.children);
  const dark = useSelector(theme, (state) => state?.matches('dark') ?? false);
  const language = useSelector(locale, (state) => state?.context.wanted ?? 'zh-cn');
  const isUnfolded = useSelector(site, (state) => state.matches({ list: 'unfolded' }));
  const here = useSelector(site, (state) => state.context.place.kind);
  const project = useSelector(site, (state) => state.context.answer?.name);
  return (
    <header className="ads-vis-bar">
      {project !== undefined && (
        <>
          <button type="button" className="ads-vis-skip" onClick={goToMain}>
            {t('shell.skip')}
          </button>
          {IN_GALLERY.includes(here) && (
            <span className="ads-vis-menu">
              <IconButton
                label={t('visualiser.list')}
                icon={<IconApps />}
                expanded={isUnfolded}
                onClick={() => site.send({ type: 'list.toggled' })}
              />
            </span>
          )}
        </>
      )}
      <a className="ads-vis-brand" href={hashOf({ kind: 'overview' })}>
        <strong>{t('visualiser.title')}</strong>
        {project && <span>{project}</span>}
      </a>
      {project !== undefined && (
        <nav className="ads-vis-rooms" aria-label={t('visualiser.rooms')}>
          {ROOMS.map(({ title, place, holds }) => (
            <a key={title} href={hashOf(place)} aria-current={holds.includes(here) ? 'page' : undefined}>
              {t(title)}
            </a>
          ))}
        </nav>
      )}
      <div className="ads-vis-switches">
        <LanguageSwitch language={language} onChoose={(name) => locale?.send({ type: 'locale.chosen', locale: name })} />
        <ThemeSwitch dark={dark} onToggle={() => theme?.send({ type: 'theme.toggled' })} />
      </div>
    </header>
  );
}
