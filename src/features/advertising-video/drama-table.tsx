import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { contentStatusWords } from '#contracts/vocabulary/content-statuses.ts';
import { dramaColumnWords, dramaStageWords, priceModelWords } from '#contracts/vocabulary/dramas.ts';
import type { DramaCatalogue } from '#machines/advertising-video/drama-catalogue.machine.ts';
import { asRatio, type DramaRow, dramaDraft } from '#machines/advertising-video/drama-rules.ts';
import { blankRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { DASH, dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';
import { statusWidth } from '#src/ui/text/text-width.ts';
import { COPYRIGHT_SOON_DAYS, daysUntil, stageKinds, useDramaWords } from './drama-words.ts';

export type DramaParts = PartsOf<DramaCatalogue>;

const MATERIALS = '/advertising/video';
/** Pages about one drama, in the order of the row's menu, and the address key that names it there. */
const PLACES = [
  { key: 'figures', path: '/analyse/effect', search: 'drama_id' },
  { key: 'evaluation', path: '/analyse/evaluate', search: 'drama_id' },
  { key: 'orders', path: '/analyse/material', search: 'drama_id' },
  { key: 'landings', path: '/auth/site', search: 'landing_drama_id' },
] as const;

/** The end of a copyright, with a warning where it is near or over. */
function CopyrightEnd({ date }: { date: string | null }) {
  const t = useText();
  const { timezone } = useFormat();
  if (date === null) return DASH;
  const left = daysUntil(date, dateIn(new Date(), timezone));
  if (left > COPYRIGHT_SOON_DAYS) return <span className="ads-numbers">{date}</span>;
  return (
    <StatusTag
      kind={left < 0 ? 'error' : 'warn'}
      text={date}
      hint={left < 0 ? t('drama.copyrightOver') : t('drama.copyrightLeft', { days: left })}
    />
  );
}

interface Props {
  parts: DramaParts;
  /** The way to the first drama, where there is none. */
  create: ReactNode;
}

export function DramaTable({ parts, create }: Props) {
  const t = useText();
  return (
    <ListTable
      parts={parts}
      label={t('drama.things')}
      things={t('drama.things')}
      columns={useDramaColumns(parts)}
      rowName={({ title }) => title}
      onRowOpen={(row) => row.can.includes('edit') && parts.form.send({ type: 'form.opened', draft: dramaDraft(row) })}
      empty={{ text: t('drama.empty'), action: create }}
    />
  );
}

function useDramaColumns({ form, removal, status, words }: DramaParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { languageOf, genreOf } = useDramaWords(words);
  const changing = useSelector(status, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));

  return useMemo((): Column<DramaRow>[] => {
    const refusal = (row: DramaRow, permit: DramaRow['can'][number]) =>
      row.can.includes(permit) ? undefined : t('materials.notPermitted');
    const edit = (row: DramaRow) => form.send({ type: 'form.opened', draft: dramaDraft(row) });
    const turn = (row: DramaRow, on: boolean) =>
      status.send(
        on
          ? { type: 'command.runRequested', subject: { row, status: 'on' } }
          : { type: 'command.requested', subject: { row, status: 'off' } },
      );
    const ask = (row: DramaRow) =>
      removal.send({
        type: 'form.opened',
        draft: { values: blankRemoval, subject: { id: row.id, name: row.code, title: row.title, materials: row.materials } },
      });
    const number = (key: 'episodes_total' | 'free_episodes', title: string, width: number): Column<DramaRow> => ({
      key,
      title,
      width,
      align: 'right',
      render: (row) => format.number(row[key]),
    });
    return [
      {
        key: 'cover',
        title: t('materials.cover'),
        width: 64,
        defaultHidden: true,
        exported: false,
        render: (row) => <Cover url={row.cover_url} alt="" />,
      },
      {
        key: 'title',
        title: w(dramaColumnWords.title),
        width: 184,
        frozen: true,
        sortable: true,
        render: (row) =>
          row.can.includes('edit') ? <NameText text={row.title} onOpen={() => edit(row)} /> : <NameText text={row.title} />,
      },
      {
        key: 'code',
        title: w(dramaColumnWords.code),
        width: 144,
        sortable: true,
        render: (row) => <span className="ads-numbers">{row.code}</span>,
      },
      {
        key: 'title_en',
        title: w(dramaColumnWords.title_en),
        width: 184,
        defaultHidden: true,
        render: (row) => <NameText text={row.title_en ?? DASH} />,
      },
      {
        key: 'language',
        title: w(dramaColumnWords.language),
        width: 120,
        sortable: true,
        render: (row) => <PlainTag text={languageOf(row.language)} />,
      },
      {
        key: 'genres',
        title: w(dramaColumnWords.genres),
        width: 176,
        defaultHidden: true,
        render: (row) => <TagLine tags={row.genres.map((genre) => ({ key: genre, text: genreOf(genre) }))} />,
      },
      number('episodes_total', w(dramaColumnWords.episodes_total), 88),
      number('free_episodes', w(dramaColumnWords.free_episodes), 96),
      {
        key: 'price_model',
        title: w(dramaColumnWords.price_model),
        width: Math.max(104, statusWidth(...Object.values(priceModelWords).map(w))),
        render: (row) => <PlainTag text={w(priceModelWords[row.price_model])} />,
      },
      {
        key: 'stage',
        title: w(dramaColumnWords.stage),
        width: Math.max(96, statusWidth(...Object.values(dramaStageWords).map(w))),
        sortable: true,
        render: (row) => <StatusTag kind={stageKinds[row.stage]} text={w(dramaStageWords[row.stage])} />,
      },
      {
        key: 'target_roi_d0',
        title: w(dramaColumnWords.target_roi_d0),
        width: 128,
        align: 'right',
        render: (row) => format.decimal(asRatio(row.target_roi_d0_bp), 2),
      },
      {
        key: 'running',
        title: w(dramaColumnWords.running),
        width: 96,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.running)}</span>,
        leadsTo: ({ id, running }) => (running > 0 ? `/advertising/start?drama_id=${id}&effective_status=ACTIVE` : undefined),
      },
      {
        key: 'materials',
        title: w(dramaColumnWords.materials),
        width: 96,
        align: 'right',
        sortable: true,
        render: (row) => (
          <Link className="ads-link-button" to={`${MATERIALS}?drama_id=${row.id}`}>
            <span className="ads-visually-hidden">{t('drama.materialsOf', { title: row.title })} </span>
            {format.number(row.materials)}
          </Link>
        ),
      },
      {
        key: 'online_at',
        title: w(dramaColumnWords.online_at),
        width: 120,
        sortable: true,
        render: (row) => <span className="ads-numbers">{row.online_at ?? DASH}</span>,
      },
      {
        key: 'copyright_until',
        title: w(dramaColumnWords.copyright_until),
        width: 136,
        sortable: true,
        render: (row) => <CopyrightEnd date={row.copyright_until} />,
      },
      {
        key: 'status',
        title: w(dramaColumnWords.status),
        width: 128,
        render: (row) => (
          <span className="ads-switch-line">
            <RowSwitch
              label={t('drama.statusOf', { title: row.title })}
              checked={row.status === 'on'}
              refusal={refusal(row, 'set_status')}
              busy={changing === row.id}
              onChange={(on) => turn(row, on)}
            />
            <span>{w(contentStatusWords[row.status])}</span>
          </span>
        ),
      },
      {
        key: 'created_at',
        title: w(dramaColumnWords.created_at),
        width: 160,
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.instant(row.created_at)}</span>,
      },
      {
        key: 'do',
        title: t('materials.do'),
        width: 232,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.title}
            inline={2}
            actions={[
              { key: 'edit', text: t('materials.edit'), refusal: refusal(row, 'edit'), onRun: () => edit(row) },
              ...PLACES.filter(({ path }) => viewer.canOpen(path)).map(({ key, path, search }) => ({
                key,
                text: t(`drama.${key}`),
                onRun: () => void navigate({ pathname: path, search: `?${new URLSearchParams({ [search]: String(row.id) })}` }),
              })),
              { key: 'delete', text: t('drama.delete'), danger: true, refusal: refusal(row, 'delete'), onRun: () => ask(row) },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, languageOf, genreOf, changing, viewer, navigate, form, removal, status]);
}
