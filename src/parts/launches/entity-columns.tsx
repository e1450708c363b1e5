import { type ReactNode, useMemo } from 'react';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { adAppealWords, effectiveStatuses, effectiveStatusWords, entitySourceWords } from '#contracts/vocabulary/launches.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { DASH, instantText, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { statusWidth, textWidth } from '#src/ui/text/text-width.ts';
import { BudgetCell } from './amount-cell.tsx';
import { EntityStatusTag } from './entity-status-tag.tsx';
import { EntitySwitchCell } from './entity-switch-cell.tsx';
import { useLaunchWords } from './launch-words.ts';
import { type Ad, adColumns, type Campaign, campaignColumns, coverColumn, type Group, groupColumns } from './level-columns.tsx';
import { RecordLink } from './record-link.tsx';

interface Options<Row> {
  level: EntityLevel;
  /** Where objects are switched and their amounts edited in place; absent where the rows are only read. */
  parts?: Pick<LaunchActionParts, 'switches' | 'amount'> | undefined;
  /** The object of a row; undefined where the user can no longer see it, which leaves its cells empty. Must be referentially stable. */
  entityOf: (row: Row) => EntityBase | undefined;
  /** Called when the name is clicked. Must be referentially stable. */
  onOpen: (row: Row) => void;
}

/** The status of an object; for a rejected ad with the reason and what became of an appeal. */
function StatusCell({ row }: { row: EntityBase & Partial<Pick<Ad, 'appeal'>> }) {
  const w = useWords();
  const tag = <EntityStatusTag status={row.effective_status} cause={row.status_cause} />;
  const lines = [row.appeal ? w(adAppealWords[row.appeal]) : null, row.status_cause].filter((line) => line !== null);
  if (row.effective_status !== 'DISAPPROVED' || lines.length === 0) return tag;
  const note = lines.join(' · ');
  return (
    <span className="ads-name">
      {tag}
      <small title={note}>{note}</small>
    </span>
  );
}

/** The note on a campaign; other levels have none. */
const noteOf = (entity: EntityBase & Partial<Pick<Campaign, 'note'>>): string | undefined => entity.note ?? undefined;

/** Columns of a level by key, without metrics; those of the first lists are shown by default. */
export function useEntityColumns<Row>({ level, parts, entityOf, onOpen }: Options<Row>): Column<Row>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const words = useLaunchWords();
  const switches = parts?.switches;
  const amount = parts?.amount;
  return useMemo(() => {
    const renderVisible =
      <Entity extends EntityBase>(render: (entity: Entity) => ReactNode) =>
      (row: Row): ReactNode => {
        const entity = entityOf(row);
        // The page guarantees the level.
        return entity === undefined ? DASH : render(entity as Entity);
      };
    const renderRef = (one: { label: string } | null) => <NameText text={one?.label ?? DASH} />;
    const renderLink = (one: { label: string } | null, path: string, query: Readonly<Record<string, string>> = {}) => (
      <RecordLink one={one} path={path} query={query} />
    );
    const renderLocal = (at: string | null, zone: string) =>
      at === null ? (
        DASH
      ) : (
        <span className="ads-numbers" title={t('launches.elsewhere', { at: format.instant(at), timezone: format.timezone })}>
          {instantText(at, zone)}
        </span>
      );
    const renderId = (id: string | null) => (id === null ? DASH : <CopyText text={id} label={w(launchColumnWords.platform_id)} />);
    const switched: Column<Row>[] =
      switches === undefined
        ? []
        : [
            {
              key: 'switch',
              title: t('launches.switch'),
              width: Math.max(56, textWidth(t('launches.switch')) + 24),
              frozen: true,
              render: renderVisible((row) => <EntitySwitchCell level={level} row={row} switches={switches} />),
            },
          ];
    const first: Column<Row>[] = [
      {
        key: 'name',
        title: w(launchColumnWords.name),
        width: 168,
        frozen: true,
        sortable: true,
        render: (row) => {
          const entity = entityOf(row);
          return entity === undefined ? DASH : <NameText text={entity.name} note={noteOf(entity)} onOpen={() => onOpen(row)} />;
        },
      },
      {
        key: 'effective_status',
        title: w(launchColumnWords.effective_status),
        width: Math.max(level === 'ad' ? 120 : 96, statusWidth(...effectiveStatuses.map((status) => w(effectiveStatusWords[status])))),
        sortable: true,
        render: renderVisible((row) => <StatusCell row={row} />),
      },
      {
        key: 'account',
        title: w(launchColumnWords.account),
        width: 132,
        sortable: true,
        render: renderVisible((row) => renderRef(row.account)),
      },
      {
        key: 'content',
        title: w(launchColumnWords.content),
        width: 136,
        sortable: true,
        defaultHidden: level === 'ad',
        render: renderVisible((row) => renderRef(row.content)),
      },
    ];
    const owned: Column<Row>[] = [
      {
        key: 'owner',
        title: w(launchColumnWords.owner),
        width: 104,
        sortable: true,
        render: renderVisible((row) => <NameText text={row.owner?.label ?? t('launches.nobody')} />),
      },
    ];
    const budgets: Column<Row>[] = [
      {
        key: 'budget',
        title: t('launches.budget'),
        width: 96,
        align: 'right',
        sortable: true,
        render: renderVisible<Campaign | Group>((row) => <BudgetCell level={level} row={row} amount={amount} />),
      },
    ];
    const last: Column<Row>[] = [
      {
        key: 'scheme',
        title: w(launchColumnWords.scheme),
        width: 150,
        defaultHidden: true,
        render: renderVisible((row) => renderLink(row.scheme, '/advertising/publish', { tab: 'schemes' })),
      },
      {
        key: 'source',
        title: w(launchColumnWords.source),
        width: 96,
        defaultHidden: true,
        render: renderVisible((row) => <PlainTag text={w(entitySourceWords[row.source])} />),
      },
      {
        key: 'closed_by',
        title: w(launchColumnWords.closed_by),
        width: 160,
        defaultHidden: true,
        render: renderVisible((row) => <NameText text={words.closing(row) ?? DASH} />),
      },
      {
        key: 'issue',
        title: w(launchColumnWords.issue),
        width: 180,
        defaultHidden: true,
        render: renderVisible((row) => <NameText text={row.issue === null ? DASH : words.issue(row.issue)} />),
      },
      {
        key: 'created_at',
        title: w(launchColumnWords.created_at),
        width: 148,
        sortable: true,
        defaultHidden: level !== 'campaign',
        render: renderVisible((row) => <span className="ads-numbers">{format.instant(row.created_at)}</span>),
      },
    ];
    const renderers = { t, w, format, words, amount, renderVisible, renderRef, renderLink, renderLocal, renderId };
    if (level === 'ad') {
      const { middle, end } = adColumns<Row>(renderers);
      return [...switched, coverColumn<Row>(renderers), ...first, ...middle, ...owned, ...last, ...end];
    }
    const { middle, end } = level === 'campaign' ? campaignColumns<Row>(renderers) : groupColumns<Row>(renderers);
    return [...switched, ...first, ...budgets, ...middle, ...owned, ...last, ...end];
  }, [t, w, format, words, level, switches, amount, entityOf, onOpen]);
}
