import { useMemo } from 'react';
import { nameRatio } from '#contracts/rules/ratio-words.ts';
import { materialColumnWords, materialKindWords, visibilityWords } from '#contracts/vocabulary/materials.ts';
import { type Biz, contentOf, figuresOf, MATERIAL_METRICS, type MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { useListMetrics } from '../reports/index.ts';
import { failText } from './fail-text.ts';
import type { MaterialActions } from './material-actions.ts';
import { HitTag, MaterialStatusTag, WordTags } from './material-tags.tsx';
import { contentWords } from './material-words.ts';

interface Options {
  biz: Biz;
  actions: MaterialActions;
  languageOf: (code: string) => string;
  /** Whether the reasons why files failed are shown by default. */
  showsFaults: boolean;
}

/** Room for a code of twelve capitals and its button. */
const CODE_WIDTH = 176;

/** Metrics that are shown where nobody chose others. */
const USUAL_METRICS = ['spend', 'roi_d0', 'hook_rate'] as const;

/** Columns of the materials, and what all of them come to. */
export function useMaterialColumns({ biz, actions, languageOf, showsFaults }: Options) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const metrics = useListMetrics<MaterialRow>({ getFigures: figuresOf, keys: MATERIAL_METRICS, usual: USUAL_METRICS });
  const columns = useMemo(
    (): Column<MaterialRow>[] => [
      {
        key: 'cover',
        title: t('materials.cover'),
        width: 64,
        frozen: true,
        exported: false,
        render: (row) => (
          <button type="button" className="ads-cover-button" onClick={() => actions.show(row)}>
            <span className="ads-visually-hidden">{t('materials.previewOf', { title: row.title })} </span>
            <Cover url={row.cover_url} alt="" placeholder={w(materialKindWords[row.kind])} />
          </button>
        ),
      },
      {
        key: 'title',
        title: w(materialColumnWords.title),
        width: 200,
        frozen: true,
        sortable: true,
        render: (row) =>
          actions.canEdit(row) ? <NameText text={row.title} onOpen={() => actions.edit(row)} /> : <NameText text={row.title} />,
      },
      {
        key: 'code',
        title: w(materialColumnWords.code),
        width: CODE_WIDTH,
        render: (row) => <CopyText text={row.code} label={w(materialColumnWords.code)} />,
      },
      {
        key: biz === 'dj' ? 'drama' : 'product',
        title: w(contentWords[biz]),
        width: 160,
        sortable: true,
        render: (row) => <NameText text={contentOf(row)?.label ?? DASH} />,
      },
      // What is read all day stands before what is looked up now and then.
      ...metrics.columns,
      {
        key: 'kind',
        title: w(materialColumnWords.kind),
        width: 88,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(materialKindWords[row.kind])} />,
      },
      {
        key: 'ratio',
        title: w(materialColumnWords.ratio),
        width: 80,
        render: (row) => {
          const ratio = nameRatio(row);
          return ratio ? <PlainTag text={w(ratio)} /> : DASH;
        },
      },
      {
        key: 'duration',
        title: t('materials.duration'),
        width: 88,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.runtime(row.duration_ms)}</span>,
      },
      {
        key: 'size',
        title: t('materials.size'),
        width: 104,
        align: 'right',
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.bytes(row.size_bytes)}</span>,
      },
      { key: 'language', title: w(materialColumnWords.language), width: 96, render: (row) => <PlainTag text={languageOf(row.language)} /> },
      { key: 'tags', title: w(materialColumnWords.tags), width: 160, render: (row) => <WordTags words={row.tags} /> },
      {
        key: 'creator',
        title: w(materialColumnWords.creator),
        width: 104,
        sortable: true,
        render: (row) => <NameText text={row.creator.label} />,
      },
      {
        key: 'uploader',
        title: w(materialColumnWords.uploader),
        width: 104,
        defaultHidden: true,
        render: (row) => <NameText text={row.uploader.label} />,
      },
      { key: 'hit_level', title: w(materialColumnWords.hit_level), width: 96, render: (row) => <HitTag level={row.hit_level} /> },
      { key: 'status', title: w(materialColumnWords.status), width: 112, sortable: true, render: (row) => <MaterialStatusTag row={row} /> },
      {
        key: 'fail_reason',
        title: w(materialColumnWords.fail_reason),
        width: 180,
        defaultHidden: !showsFaults,
        render: (row) => <NameText text={failText(row.fail_reason, t) ?? DASH} />,
      },
      {
        key: 'visibility',
        title: w(materialColumnWords.visibility),
        width: 96,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(visibilityWords[row.visibility])} />,
      },
      {
        key: 'used_ads',
        title: w(materialColumnWords.used_ads),
        width: 112,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.used_ads)}</span>,
        leadsTo: ({ id, used_ads }) => (used_ads > 0 ? `/advertising/start?tab=ad&material_id=${id}` : undefined),
      },
      {
        key: 'accounts_synced',
        title: w(materialColumnWords.accounts_synced),
        width: 112,
        align: 'right',
        defaultHidden: true,
        render: (row) => format.number(row.accounts_synced),
      },
      {
        key: 'first_used_at',
        title: w(materialColumnWords.first_used_at),
        width: 160,
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.instant(row.first_used_at)}</span>,
      },
      {
        key: 'created_at',
        title: w(materialColumnWords.created_at),
        width: 160,
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.instant(row.created_at)}</span>,
      },
      {
        key: 'do',
        title: t('materials.do'),
        width: 168,
        frozen: 'right',
        render: (row) => <RowActions subject={row.title} inline={2} actions={actions.of(row)} />,
      },
    ],
    [t, w, format, biz, actions, languageOf, showsFaults, metrics],
  );
  return { columns, metrics };
}
