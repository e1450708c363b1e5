import { useSelector } from '@xstate/react';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconApps } from '#src/ui/text/icons.ts';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { type Place, toHash } from '#visualiser/machines/visualiser-place.ts';

/** Rooms in the navigation, with the kinds of places that belong to them. */
const ROOMS: readonly { title: MessageId; place: Place; kinds: readonly Place['kind'][] }[] = [
  { title: 'visualiser.overview', place: { kind: 'overview' }, kinds: ['overview', 'machine'] },
  { title: 'visualiser.room.live', place: { kind: 'live', window: '', actor: '' }, kinds: ['live'] },
  { title: 'visualiser.room.recording', place: { kind: 'recording' }, kinds: ['recording'] },
  { title: 'visualiser.room.simulation', place: { kind: 'simulation', key: '' }, kinds: ['simulation'] },
  { title: 'visualiser.room.coverage', place: { kind: 'coverage' }, kinds: ['coverage'] },
];

/** Places that are shown beside the list of machines. */
const PLACES_WITH_LIST: readonly Place['kind'][] = ['overview', 'machine', 'nowhere'];

const focusMain = () => document.querySelector<HTMLElement>('.ads-vis-main')?.focus();

export function SiteBar({ site }: { site: Visualiser }) {
  const t = useText();
  const { theme, locale } = useSelector(site, (state) => state.children);
  const dark = useSelector(theme, (state) => state?.matches('dark') ?? false);
  const language = useSelector(locale, (state) => state?.context.wanted ?? 'zh-cn');
  const isListOpen = useSelector(site, (state) => state.matches({ list: 'open' }));
  const currentKind = useSelector(site, (state) => state.context.place.kind);
  const project = useSelector(site, (state) => state.context.answer?.name);
  return (
    <header className="ads-vis-bar">
      {project !== undefined && (
        <>
          <button type="button" className="ads-vis-skip" onClick={focusMain}>
            {t('shell.skip')}
          </button>
          {PLACES_WITH_LIST.includes(currentKind) && (
            <span className="ads-vis-menu">
              <IconButton
                label={t('visualiser.list')}
                icon={<IconApps />}
                expanded={isListOpen}
                onClick={() => site.send({ type: 'list.toggled' })}
              />
            </span>
          )}
        </>
      )}
      <a className="ads-vis-brand" href={toHash({ kind: 'overview' })}>
        <strong>{t('visualiser.title')}</strong>
        {project && <span>{project}</span>}
      </a>
      {project !== undefined && (
        <nav className="ads-vis-rooms" aria-label={t('visualiser.rooms')}>
          {ROOMS.map(({ title, place, kinds }) => (
            <a key={title} href={toHash(place)} aria-current={kinds.includes(currentKind) ? 'page' : undefined}>
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
