import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { hashOf, type Place } from '#catalogue/machines/catalogue-place.ts';
import type { ContractCatalogue } from '#catalogue/machines/contract-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useSlashFocus } from '#src/ui/list/slash-focus.ts';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconApps, IconSearch } from '#src/ui/text/icons.ts';
import { search } from './search.ts';
import { useShelf } from './shelf.tsx';

interface SearchProps {
  site: ContractCatalogue;
  onGo: (place: Place) => void;
}

/** Slash comes here from everywhere; what is found stands on the page, where arrows lead on. */
function SearchField({ site, onGo }: SearchProps) {
  const t = useText();
  const { items } = useShelf();
  const query = useSelector(site, ({ context: { place } }) => (place.kind === 'search' ? place.query : ''));
  const first = useMemo(() => search(items, query)[0], [items, query]);
  const input = useRef<HTMLInputElement>(null);
  useSlashFocus(input);
  return (
    <div className="ads-cat-search" role="search">
      <IconSearch aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={t('contracts.searchHint')}
        aria-keyshortcuts="/"
        placeholder={t('contracts.searchHint')}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => site.send({ type: 'search.typed', query: event.target.value })}
        onKeyDown={(event) => {
          // While an input method is at work, the keys are its own.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            site.send({ type: 'search.left' });
            input.current?.blur();
          } else if (event.key === 'Enter' && first) {
            event.preventDefault();
            onGo(first.item.place);
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            document.querySelector<HTMLElement>('.ads-cat-found a')?.focus();
          }
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

interface SiteBarProps extends SearchProps {
  /** Undefined until the catalogue is there. */
  version: string | undefined;
}

export function SiteBar({ site, onGo, version }: SiteBarProps) {
  const t = useText();
  const { theme, locale } = useSelector(site, (state) => state.children);
  const dark = useSelector(theme, (state) => state?.matches('dark') ?? false);
  const language = useSelector(locale, (state) => state?.context.wanted ?? 'zh-cn');
  const isUnfolded = useSelector(site, (state) => state.matches({ tree: 'unfolded' }));
  const isShown = version !== undefined;
  const skip = () => document.querySelector<HTMLElement>('.ads-cat-main')?.focus();
  return (
    <header className="ads-cat-bar">
      {isShown && (
        <>
          <button type="button" className="ads-cat-skip" onClick={skip}>
            {t('shell.skip')}
          </button>
          <span className="ads-cat-menu">
            <IconButton
              label={t('contracts.contents')}
              icon={<IconApps />}
              expanded={isUnfolded}
              onClick={() => site.send({ type: 'tree.toggled' })}
            />
          </span>
        </>
      )}
      <a className="ads-cat-brand" href={hashOf({ kind: 'overview' })}>
        <strong>{t('contracts.title')}</strong>
        {version && <span className="ads-numbers">{version}</span>}
      </a>
      {isShown ? <SearchField site={site} onGo={onGo} /> : <span className="ads-cat-search-place" />}
      <div className="ads-cat-switches">
        <LanguageSwitch language={language} onChoose={(name) => locale?.send({ type: 'locale.chosen', locale: name })} />
        <ThemeSwitch dark={dark} onToggle={() => theme?.send({ type: 'theme.toggled' })} />
      </div>
    </header>
  );
}
