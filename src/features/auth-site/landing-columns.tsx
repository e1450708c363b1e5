import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { landingColumnWords, landingStatusWords, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { type LandingPermit, type LandingRow, landingCopy, landingDraft } from '#machines/auth-site/landing-rules.ts';
import type { SiteLandings } from '#machines/auth-site/site-landings.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { copyToClipboard } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';
import { PlainTag, type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { useDictLabels } from './use-dict-labels.ts';

/** Shows the figures of a landing page. */
const ANALYSIS = '/analyse/landing';

const kinds: Record<LandingRow['status'], StatusKind> = { draft: 'info', online: 'ok', offline: 'muted' };

/** The columns of the table of landing pages. The array stays the same between renders. */
export function useLandingColumns(landings: SiteLandings): Column<LandingRow>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { form, landingSwitch, deletion, languages, countries } = useSelector(landings, (state) => state.children);
  const switching = useSelector(landingSwitch, (state) => (state?.hasTag('writing') ? state.context.subject?.row.id : undefined));
  const languageOf = useDictLabels(languages);
  const countryOf = useDictLabels(countries);

  return useMemo((): Column<LandingRow>[] => {
    const refusalOf = (row: LandingRow, permit: LandingPermit) => (row.can.includes(permit) ? undefined : t('site.notPermitted'));
    const edit = (row: LandingRow) => form?.send({ type: 'form.opened', draft: landingDraft(row) });
    const copyLink = (row: LandingRow) =>
      void copyToClipboard(row.url_tagged).then((copied) =>
        copied ? toastSuccess(t('site.landing.linkCopied')) : toastError(t('ui.copyFailed')),
      );
    const turn = (row: LandingRow) => {
      const status = row.status === 'online' ? ('offline' as const) : ('online' as const);
      landingSwitch?.send({ type: status === 'online' ? 'command.runRequested' : 'command.requested', subject: { row, status } });
    };
    return [
      {
        key: 'title',
        title: w(landingColumnWords.title),
        width: 192,
        frozen: true,
        sortable: true,
        render: (row) =>
          row.can.includes('edit') ? <NameText text={row.title} onOpen={() => edit(row)} /> : <NameText text={row.title} />,
      },
      {
        key: 'slug',
        title: w(landingColumnWords.slug),
        width: 192,
        sortable: true,
        render: (row) => (
          <OutsideLink url={row.url} className="ads-link-button ads-name-lines" title={t('site.landing.open', { url: row.url })}>
            {row.slug}
          </OutsideLink>
        ),
      },
      { key: 'content', title: w(landingColumnWords.content), width: 160, render: (row) => <NameText text={row.content.label} /> },
      {
        key: 'template',
        title: w(landingColumnWords.template),
        width: 104,
        render: (row) => <PlainTag text={w(landingTemplateWords[row.template])} />,
      },
      {
        key: 'start_episode',
        title: w(landingColumnWords.start_episode),
        width: 96,
        align: 'right',
        defaultHidden: true,
        render: (row) => format.number(row.start_episode),
      },
      {
        key: 'language',
        title: w(landingColumnWords.language),
        width: 112,
        defaultHidden: true,
        render: (row) => languageOf(row.language),
      },
      {
        key: 'country',
        title: w(landingColumnWords.country),
        width: 112,
        defaultHidden: true,
        render: (row) => (row.country === null ? DASH : countryOf(row.country)),
      },
      { key: 'ab_group', title: w(landingColumnWords.ab_group), width: 104, defaultHidden: true, render: (row) => row.ab_group ?? DASH },
      {
        key: 'ads_running',
        title: w(landingColumnWords.ads_running),
        width: 96,
        align: 'right',
        render: (row) => <span className="ads-numbers">{format.number(row.ads_running)}</span>,
        leadsTo: ({ id, ads_running }) =>
          ads_running > 0 ? `/advertising/start?tab=ad&landing_page_id=${id}&effective_status=ACTIVE` : undefined,
      },
      {
        key: 'pv_7d',
        title: w(landingColumnWords.pv_7d),
        hint: t('site.last7d'),
        width: 96,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.pv_7d)}</span>,
      },
      {
        key: 'lp_pay_rate',
        title: w(landingColumnWords.lp_pay_rate),
        hint: t('site.landing.payRateHint'),
        width: 96,
        align: 'right',
        render: (row) => <span className="ads-numbers">{format.percent(row.lp_pay_rate)}</span>,
      },
      {
        key: 'status',
        title: w(landingColumnWords.status),
        width: 96,
        sortable: true,
        render: (row) => <StatusTag kind={kinds[row.status]} text={w(landingStatusWords[row.status])} />,
      },
      {
        key: 'created_at',
        title: w(landingColumnWords.created_at),
        width: 152,
        sortable: true,
        defaultHidden: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'do',
        title: t('site.do'),
        width: 184,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.title}
            inline={2}
            actions={[
              { key: 'link', text: t('site.landing.copyLink'), onRun: () => copyLink(row) },
              {
                key: 'turn',
                text: t(row.status === 'online' ? 'site.landing.goOffline' : 'site.landing.goOnline'),
                refusal: switching === row.id ? t('site.landing.turning') : refusalOf(row, 'set_status'),
                onRun: () => turn(row),
              },
              ...(viewer.canOpen(ANALYSIS)
                ? [{ key: 'figures', text: t('site.landing.analyse'), onRun: () => void navigate(`${ANALYSIS}?landing_page_id=${row.id}`) }]
                : []),
              { key: 'edit', text: t('site.edit'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
              {
                key: 'copy',
                text: t('site.landing.copy'),
                refusal: refusalOf(row, 'copy'),
                onRun: () => form?.send({ type: 'form.opened', draft: landingCopy(row) }),
              },
              {
                key: 'delete',
                text: t('site.delete'),
                danger: true,
                refusal: refusalOf(row, 'delete'),
                onRun: () => deletion?.send({ type: 'command.requested', subject: row }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, viewer, navigate, form, landingSwitch, deletion, switching, languageOf, countryOf]);
}
