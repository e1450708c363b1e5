import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { SavedView, SavedViews } from '#machines/kernel/list/saved-views.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '../overlay/menu-button.tsx';
import { useViewer } from '../overlay/viewer.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconStar, IconStarFill } from '../text/icons.ts';

export interface SavedViewsPanelProps {
  views: SavedViews;
  /** The view that is shown. */
  current: number | undefined;
  /** The list has left it. */
  changed: boolean;
  /** What is shown instead. */
  now: Pick<SavedView, 'query' | 'table'>;
  onDone: () => void;
}

const NO_VIEWS: SavedView[] = [];
const focusAtOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

interface RowProps {
  name: string;
  note?: string;
  isCurrent: boolean;
  isDefault: boolean;
  onChoose: () => void;
  onDefault: () => void;
  children?: ReactNode;
}

function Row({ name, note, isCurrent, isDefault, onChoose, onDefault, children }: RowProps) {
  const t = useText();
  return (
    <li>
      <button type="button" className="ads-view-name" aria-current={isCurrent || undefined} onClick={onChoose}>
        {name}
        {note && <small>{note}</small>}
      </button>
      <IconButton
        label={t(isDefault ? 'views.isDefault' : 'views.makeDefault', { name })}
        icon={isDefault ? <IconStarFill /> : <IconStar />}
        pressed={isDefault}
        onClick={onDefault}
      />
      {children}
    </li>
  );
}

/** Which views there are, and what can be done with what is shown now. */
export default function SavedViewsPanel({ views, current, changed, now, onDone }: SavedViewsPanelProps) {
  const t = useText();
  const { id: reader } = useViewer();
  const all = useSelector(views, (state) => state.context.answer) ?? NO_VIEWS;
  const applied = useSelector(views, (state) => state.context.applied);
  const failure = useSelector(views, (state) => state.context.failure);
  const shown = all.find((view) => view.id === current);
  const defaultView = all.find((view) => view.is_default);

  const done = (event: Parameters<SavedViews['send']>[0]) => {
    onDone();
    views.send(event);
  };
  const groups = [
    { title: t('views.own'), list: all.filter((view) => view.owner.id === reader) },
    { title: t('views.shared'), list: all.filter((view) => view.owner.id !== reader) },
  ];
  const noteOf = (view: SavedView) => {
    if (view.owner.id !== reader) return view.owner.label;
    if (view.shared === 'roles') return t('views.sharedWith', { roles: view.roles.map(({ label }) => label).join(t('ui.listComma')) });
    return view.shared === 'all' ? t('views.sharedWithAll') : '';
  };
  return (
    <div
      role="dialog"
      aria-label={t('views.label')}
      tabIndex={-1}
      ref={focusAtOnce}
      className="ads-views"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
    >
      {failure && <FailureRemark failure={failure} title={t('views.failed')} onRetry={() => views.send({ type: 'views.opened' })} />}
      <ul aria-label={t('views.label')}>
        <Row
          name={t('views.all')}
          isCurrent={current === undefined && now.query === ''}
          isDefault={defaultView === undefined}
          onChoose={() => done({ type: 'views.allChosen' })}
          onDefault={() => defaultView && views.send({ type: 'views.defaultChosen', id: null })}
        />
      </ul>
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ title, list }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul aria-label={title}>
              {list.map((view) => (
                <Row
                  key={view.id}
                  name={view.name}
                  note={noteOf(view)}
                  isCurrent={view.id === current}
                  isDefault={view.is_default}
                  onChoose={() => done({ type: 'views.chosen', id: view.id })}
                  onDefault={() => views.send({ type: 'views.defaultChosen', id: view.is_default ? null : view.id })}
                >
                  {view.can.length > 0 && (
                    <MenuButton
                      label={t('ui.moreActions', { subject: view.name })}
                      className="ads-icon-button"
                      actions={[
                        { key: 'edit', text: t('views.edit'), onRun: () => done({ type: 'views.editRequested', id: view.id }) },
                        {
                          key: 'delete',
                          text: t('views.delete'),
                          danger: true,
                          onRun: () => done({ type: 'views.deleteRequested', id: view.id }),
                        },
                      ]}
                    >
                      <span aria-hidden="true">⋯</span>
                    </MenuButton>
                  )}
                </Row>
              ))}
            </ul>
          </section>
        ))}
      <div className="ads-buttons ads-views-foot">
        {changed && applied && (
          <Button size="small" onClick={() => done({ type: 'views.resetRequested' })}>
            {t('views.reset', { name: applied.name })}
          </Button>
        )}
        {changed && shown?.can.includes('edit') && (
          <Button size="small" onClick={() => done({ type: 'views.updateRequested', id: shown.id, ...now })}>
            {t('views.update', { name: shown.name })}
          </Button>
        )}
        <Button size="small" type="primary" onClick={() => done({ type: 'views.saveRequested', ...now })}>
          {t('views.saveAs')}
        </Button>
      </div>
    </div>
  );
}
