import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PaletteAction } from '#machines/palette/palette-actions.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { IconSearch } from '#src/ui/text/icons.ts';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import { useReadings } from '#src/ui/text/use-readings.ts';
import { type OfferedAction, type OfferedStart, type PaletteItem, sectionsOf } from './palette-items.ts';
import type { Part } from './parts.ts';
import './palette.css';

export interface PaletteProps {
  palette: Part<'palette'>;
  workspace: Part<'workspace'>;
  onClose: () => void;
}

/** As the server takes it. */
const LONGEST_KEYWORD = 100;
/** Lines that Page Down skips. */
const LEAP = 8;

const sectionText = {
  recent: 'palette.recent',
  page: 'palette.pages',
  action: 'palette.actions',
  drama: 'palette.dramas',
  product: 'palette.products',
  material: 'palette.materials',
  post: 'palette.posts',
  campaign: 'palette.campaigns',
  ad_group: 'palette.adGroups',
  ad: 'palette.ads',
  scheme: 'palette.schemes',
  ad_account: 'palette.adAccounts',
  homepage: 'palette.homepages',
  pixel: 'palette.pixels',
  site: 'palette.sites',
  personal_account: 'palette.personalAccounts',
  user: 'palette.users',
  department: 'palette.departments',
  role: 'palette.roles',
  batch: 'palette.batches',
} as const;

const actionText = {
  refresh: 'header.refresh',
  closeTab: 'palette.closeTab',
  closeOtherTabs: 'palette.closeOtherTabs',
  theme: 'palette.theme',
  language: 'header.language',
  changePassword: 'password.menu',
  resetPassword: 'header.resetPassword',
  signOut: 'header.signOut',
} as const satisfies Record<PaletteAction, string>;

/** What can be done now: closing needs something to close. */
function useActions(workspace: Part<'workspace'>): OfferedAction[] {
  const t = useText();
  const tabs = useSelector(workspace, (state) => state.context.tabs);
  const active = useSelector(workspace, (state) => state.context.active);
  return useMemo(() => {
    const cannot: Partial<Record<PaletteAction, boolean>> = {
      closeTab: active === undefined,
      closeOtherTabs: active === undefined || !tabs.some(({ key, pinned }) => key !== active && !pinned),
    };
    return (Object.keys(actionText) as PaletteAction[]).filter((key) => !cannot[key]).map((key) => ({ key, text: t(actionText[key]) }));
  }, [tabs, active, t]);
}

/** What the user may begin on the pages that they may open. */
function useStarts(): OfferedStart[] {
  const { pages, can } = useViewer();
  return useMemo(
    () =>
      pages.flatMap(({ path, actions = [] }) =>
        actions.flatMap(({ needs, ...start }) => (needs === undefined || can(needs) ? [{ ...start, path }] : [])),
      ),
    [pages, can],
  );
}

/** Finds pages, actions and records by a few keys, and goes there. */
export default function Palette({ palette, workspace, onClose }: PaletteProps) {
  const t = useText();
  const isEnglish = useLocaleName() === 'en';
  const { pages } = useViewer();
  const keyword = useSelector(palette, (state) => state.context.keyword);
  const answer = useSelector(palette, (state) => state.context.answer);
  const recent = useSelector(palette, (state) => state.context.recent);
  const failure = useSelector(palette, (state) => (state.hasTag('failed') ? state.context.failure : undefined));
  const isSearching = useSelector(palette, (state) => state.hasTag('busy'));
  const starts = useStarts();
  const actions = useActions(workspace);
  const { readings, isAwaited } = useReadings(keyword);
  const busy = isSearching || isAwaited;

  const sections = useMemo(
    () => sectionsOf({ keyword, isEnglish, pages, starts, actions, answer, recent, readings }),
    [keyword, isEnglish, pages, starts, actions, answer, recent, readings],
  );
  const items = useMemo(() => sections.flatMap((section) => section.items), [sections]);
  const [wanted, setWanted] = useState<string>();
  const current = items.find(({ choice }) => choice.key === wanted) ?? items[0];

  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const optionId = ({ choice }: PaletteItem) => `${listId}-${choice.key}`;
  const currentId = current && optionId(current);
  useLayoutEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);

  const count = items.length;
  const isEmpty = count === 0 && !busy && !failure;
  const found = isEmpty ? t('palette.none', { keyword: keyword.trim() }) : t('palette.found', { count });
  useAnnouncement(busy || keyword.trim() === '' ? undefined : found);

  const choose = (item: PaletteItem | undefined) => item && palette.send({ type: 'palette.choiceMade', choice: item.choice });
  const step = (to: (at: number) => number) => {
    const next = items[to(current ? items.indexOf(current) : -1)];
    if (next) setWanted(next.choice.key);
  };
  const steps: Record<string, (at: number) => number> = {
    ArrowDown: (at) => (at + 1) % count,
    ArrowUp: (at) => (at - 1 + count) % count,
    PageDown: (at) => Math.min(at + LEAP, count - 1),
    PageUp: (at) => Math.max(at - LEAP, 0),
  };
  const press = (event: KeyboardEvent) => {
    // While an input method is at work, the keys are its own.
    if (event.nativeEvent.isComposing) return event.stopPropagation();
    const to = steps[event.key];
    if (to && count > 0) {
      event.preventDefault();
      step(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(current);
    }
  };
  const type = (text: string) => {
    setWanted(undefined);
    palette.send({ type: 'palette.keywordTyped', keyword: text });
  };
  const retry = () => {
    palette.send({ type: 'palette.retried' });
    input.current?.focus();
  };

  return (
    <Overlay title={t('palette.title')} shape="palette" closeText={t('ui.close')} onDismiss={onClose}>
      <div className="ads-palette">
        <div className="ads-palette-field">
          <IconSearch aria-hidden="true" />
          <input
            ref={input}
            role="combobox"
            aria-label={t('palette.hint')}
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            placeholder={t('palette.hint')}
            maxLength={LONGEST_KEYWORD}
            autoComplete="off"
            spellCheck={false}
            value={keyword}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
          />
          {busy && <i className="ads-palette-busy" aria-hidden="true" />}
        </div>
        {count > 0 && (
          <div id={listId} role="listbox" aria-label={t('palette.title')} aria-busy={busy} className="ads-palette-list">
            {sections.map(({ key, items: lines }) => (
              <div key={key} role="group" aria-labelledby={`${listId}-${key}`}>
                <div id={`${listId}-${key}`} role="presentation" className="ads-palette-section">
                  {t(sectionText[key])}
                </div>
                {lines.map((item) => (
                  <div
                    key={item.choice.key}
                    id={optionId(item)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={item === current}
                    className={item === current ? 'ads-palette-option ads-palette-current' : 'ads-palette-option'}
                    onPointerDown={(event) => event.preventDefault()}
                    onPointerMove={() => setWanted(item.choice.key)}
                    onClick={() => choose(item)}
                  >
                    <span className="ads-palette-label">
                      <MarkedText text={item.label} ranges={item.marks.label} />
                    </span>
                    {item.detail && (
                      <span className="ads-palette-detail">
                        <MarkedText text={item.detail} ranges={item.marks.detail} />
                      </span>
                    )}
                  </div>
                ))}
              </div>
            ))}
          </div>
        )}
        {isEmpty && <p className="ads-palette-empty">{found}</p>}
        {failure && <FailureRemark failure={failure} title={t('palette.failed')} onRetry={retry} />}
        <div className="ads-palette-foot">
          <span>{count > 0 && t('palette.found', { count })}</span>
          <span aria-hidden="true">
            <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keyMove')} <kbd>Enter</kbd> {t('palette.keyChoose')} <kbd>Esc</kbd>{' '}
            {t('palette.keyClose')}
          </span>
        </div>
      </div>
    </Overlay>
  );
}
