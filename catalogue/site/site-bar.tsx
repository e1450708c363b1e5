import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import { type Place, toHash } from '#catalogue/machines/catalogue-place.ts';
import type { ContractCatalogue } from '#catalogue/machines/contract-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useSlashFocus } from '#src/ui/list/slash-focus.ts';
import { LanguageSwitch } from '#src/ui/page/language-switch.tsx';
import { ThemeSwitch } from '#src/ui/page/theme-switch.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconApps, IconSearch } from '#src/ui/text/icons.ts';
import { useCatalogue } from './catalogue-provider.tsx';
import { searchItems } from './search.ts';

interface SearchProps {
  site: ContractCatalogue;
  onGo: (place: Place) => void;
}

/** The search field. The slash key focuses it; results are shown on the page. */
function SearchField({ site, onGo }: SearchProps) {
  const t = useText();
  const { items } = useCatalogue();
  const query = useSelector(site, ({ context: { place } }) => (place.kind === 'search' ? place.query : ''));
  const first = useMemo(() => searchItems(items, query)[0], [items, query]);
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
        onChange={(event) => site.send({ type: 'search.changed', query: event.target.value })}
        onKeyDown={(event) => {
          // Keys pressed during text composition belong to the input method.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            site.send({ type: 'search.cancelled' });
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
  /** Undefined until the catalogue is loaded. */
  version: string | undefined;
}

export function SiteBar({ site, onGo, version }: SiteBarProps) {
  const t = useText();
  const { theme, locale } = useSelector(site, (state) => state.children);
  const dark = useSelector(theme, (state) => state?.matches('dark') ?? false);
  const language = useSelector(locale, (state) => state?.context.wanted ?? 'zh-cn');
  const isTreeOpen = useSelector(site, (state) => state.matches({ tree: 'open' }));
  const isShown = version !== undefined;
  const focusMain = () => document.querySelector<HTMLElement>('.ads-cat-main')?.focus();
  return (
    <header className="ads-cat-bar">
      {isShown && (
        <>
          <button type="button" className="ads-cat-skip" onClick={focusMain}>
            {t('shell.skip')}
          </button>
          <span className="ads-cat-menu">
            <IconButton
              label={t('contracts.contents')}
              icon={<IconApps />}
              expanded={isTreeOpen}
              onClick={() => site.send({ type: 'tree.toggled' })}
            />
          </span>
        </>
      )}
      <a className="ads-cat-brand" href={toHash({ kind: 'overview' })}>
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
