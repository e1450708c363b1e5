import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { siteColumnWords, siteKindWords } from '#contracts/vocabulary/sites.ts';
import { landingQuery } from '#machines/auth-site/landing-rules.ts';
import type { SiteManagement } from '#machines/auth-site/site-management.machine.ts';
import { type SitePermit, type SiteRow, siteDraft } from '#machines/auth-site/site-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssigneeTags, openAssignDialog, RefTags, VerifyStateTag } from '#src/parts/assets/index.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { LandingSheet } from './landing-sheet.tsx';

export type SiteParts = PartsOf<SiteManagement>;

const verify = (verification: SiteParts['verification'], { id, name, domain }: SiteRow) =>
  verification.send({ type: 'verification.opened', subject: { id, name, domain } });

interface Props {
  parts: SiteParts;
  /** Undefined where the reader may not. */
  onCreate: (() => void) | undefined;
}

export function SiteTable({ parts, onCreate }: Props) {
  const t = useText();
  const { verification, landings, assigning } = parts;
  const search = useSelector(landings, (state) => state.context.search);
  const unfolded = landingQuery.read(search).filters.site_id;
  return (
    <ListTable
      parts={parts}
      label={t('site.title')}
      things={t('site.things')}
      columns={useSiteColumns(parts)}
      rowName={({ name }) => name}
      canChoose={({ can }) => can.includes('assign')}
      canChooseAll={false}
      chosenActions={(selection) => (
        <Button onClick={() => openAssignDialog(assigning, 'site', selection.kind === 'rows' ? selection.ids : [])}>
          {t('site.assign')}
        </Button>
      )}
      expanded={unfolded === undefined ? [] : [unfolded]}
      onToggle={(id) => landings.send(id === unfolded ? { type: 'landings.closed' } : { type: 'landings.opened', siteId: id })}
      renderExpanded={(site) =>
        site.id === unfolded && (
          <LandingSheet
            landings={landings}
            site={site}
            onVerify={site.can.includes('verify') ? () => verify(verification, site) : undefined}
          />
        )
      }
      empty={{
        text: t('site.empty'),
        action: onCreate && (
          <Button type="primary" onClick={onCreate}>
            {t('site.create')}
          </Button>
        ),
      }}
    />
  );
}

function useSiteColumns({ form, siteSwitch, deletion, verification, assigning, history, landings }: SiteParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const switching = useSelector(siteSwitch, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));
  return useMemo((): Column<SiteRow>[] => {
    const refusalOf = (row: SiteRow, permit: SitePermit) => (row.can.includes(permit) ? undefined : t('site.notPermitted'));
    const edit = (row: SiteRow) => form.send({ type: 'form.opened', draft: siteDraft(row) });
    const standard = t('site.standard');
    return [
      {
        key: 'name',
        title: w(siteColumnWords.name),
        width: 160,
        frozen: true,
        sortable: true,
        render: (row) => (row.can.includes('edit') ? <NameText text={row.name} onOpen={() => edit(row)} /> : <NameText text={row.name} />),
      },
      {
        key: 'domain',
        title: w(siteColumnWords.domain),
        width: 176,
        render: ({ domain }) => (
          <OutsideLink url={`https://${domain}`} className="ads-link-button ads-name-lines" title={domain}>
            {domain}
          </OutsideLink>
        ),
      },
      {
        key: 'landings',
        title: w(siteColumnWords.landings),
        width: 88,
        align: 'right',
        sortable: true,
        render: (row) => (
          <button
            type="button"
            className="ads-link-button ads-numbers"
            aria-label={t('site.landing.countOf', { name: row.name, count: row.landings })}
            onClick={() => landings.send({ type: 'landings.opened', siteId: row.id })}
          >
            {format.number(row.landings)}
          </button>
        ),
      },
      {
        key: 'biz',
        title: w(siteColumnWords.biz),
        width: 104,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(bizWords[row.biz])} />,
      },
      { key: 'kind', title: w(siteColumnWords.kind), width: 88, render: (row) => <PlainTag text={w(siteKindWords[row.kind])} /> },
      {
        key: 'verify_state',
        title: w(siteColumnWords.verify_state),
        width: 120,
        render: (row) => <VerifyStateTag state={row.verify_state} hint={row.verify_error ?? undefined} />,
      },
      {
        key: 'pixels',
        title: w(siteColumnWords.pixels),
        width: 168,
        render: (row) => <RefTags refs={row.pixels} defaultRef={{ id: row.default_pixel?.id, word: standard }} />,
      },
      {
        key: 'default_pixel',
        title: w(siteColumnWords.default_pixel),
        width: 128,
        render: (row) => <NameText text={row.default_pixel?.label ?? DASH} />,
      },
      {
        key: 'homepages',
        title: w(siteColumnWords.homepages),
        width: 80,
        align: 'right',
        render: (row) => <span title={row.homepages.map(({ label }) => label).join(', ')}>{format.number(row.homepages.length)}</span>,
      },
      {
        key: 'default_homepage',
        title: w(siteColumnWords.default_homepage),
        width: 144,
        defaultHidden: true,
        render: (row) => <NameText text={row.default_homepage?.label ?? DASH} />,
      },
      {
        key: 'uv_7d',
        title: w(siteColumnWords.uv_7d),
        hint: t('site.last7d'),
        width: 96,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.uv_7d)}</span>,
      },
      {
        key: 'revenue_7d',
        title: w(siteColumnWords.revenue_7d),
        hint: t('site.last7d'),
        width: 120,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.money(row.revenue_7d_usd, 'USD')}</span>,
      },
      {
        key: 'assignees',
        title: w(siteColumnWords.assignees),
        width: 176,
        defaultHidden: true,
        render: (row) => <AssigneeTags assignees={row.assignees} />,
      },
      {
        key: 'status',
        title: w(siteColumnWords.status),
        width: 80,
        render: (row) => (
          <RowSwitch
            label={t('site.statusOf', { name: row.name })}
            checked={row.status === 'on'}
            busy={switching === row.id}
            refusal={refusalOf(row, 'set_status')}
            onChange={(on) =>
              siteSwitch.send({ type: on ? 'command.runRequested' : 'command.requested', subject: { row, status: on ? 'on' : 'off' } })
            }
          />
        ),
      },
      {
        key: 'verified_at',
        title: w(siteColumnWords.verified_at),
        width: 152,
        defaultHidden: true,
        render: (row) => format.instant(row.verified_at),
      },
      {
        key: 'created_at',
        title: w(siteColumnWords.created_at),
        width: 152,
        sortable: true,
        defaultHidden: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'do',
        title: t('site.do'),
        width: 152,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            inline={2}
            actions={[
              { key: 'edit', text: t('site.edit'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
              {
                key: 'verify',
                text: t('site.verify'),
                refusal: row.verify_state === 'verified' ? t('site.verified') : refusalOf(row, 'verify'),
                onRun: () => verify(verification, row),
              },
              {
                key: 'assign',
                text: t('site.assign'),
                refusal: refusalOf(row, 'assign'),
                onRun: () => openAssignDialog(assigning, 'site', [row.id]),
              },
              {
                key: 'history',
                text: t('site.history'),
                onRun: () => history.send({ type: 'detail.opened', subject: { asset_type: 'site', id: row.id, name: row.name } }),
              },
              {
                key: 'delete',
                text: t('site.delete'),
                danger: true,
                refusal: refusalOf(row, 'delete'),
                onRun: () => deletion.send({ type: 'command.requested', subject: row }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, form, siteSwitch, deletion, verification, assigning, history, landings, switching]);
}
