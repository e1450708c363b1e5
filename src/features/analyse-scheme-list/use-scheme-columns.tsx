import { type ReactNode, useMemo } from 'react';
import { bidStrategyWords, budgetModeWords, objectiveWords, schemeColumnWords, schemeStatusWords } from '#contracts/vocabulary/schemes.ts';
import type { SchemeListRow } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCountries } from '#src/parts/launches/index.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';

type Body = NonNullable<NonNullable<SchemeListRow['dims']['scheme']>['body']>;

const STATUS_KINDS = { enabled: 'ok', draft: 'info', disabled: 'muted' } as const;

/** Columns of what a scheme, or a version of it, says. */
export function useSchemeColumns(dictionary: Parameters<typeof useCountries>[0]): Column<SchemeListRow>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { nameOf: countryName } = useCountries(dictionary);
  return useMemo(() => {
    /** A cell with a part of the body, which not everybody may see. */
    const fromBody =
      (render: (body: Body) => ReactNode) =>
      ({ dims }: SchemeListRow): ReactNode => {
        const subject = dims.scheme_version ?? dims.scheme;
        if (subject === undefined) return null;
        return subject.body === null ? <span title={t('schemeList.hidden')}>{DASH}</span> : render(subject.body);
      };
    return [
      {
        key: 'version',
        title: w(schemeColumnWords.version),
        width: 72,
        align: 'right',
        render: ({ dims }) => {
          const { version } = dims.scheme_version ?? dims.scheme ?? {};
          return version && <span className="ads-numbers">v{version}</span>;
        },
      },
      {
        key: 'scheme_owner',
        title: w(schemeColumnWords.owner),
        width: 104,
        render: ({ dims }) => <NameText text={dims.scheme?.owner?.label ?? ''} />,
      },
      {
        key: 'scheme_status',
        title: w(schemeColumnWords.status),
        width: 112,
        render: ({ dims: { scheme } }) =>
          scheme?.status && !scheme.deleted ? (
            <StatusTag kind={STATUS_KINDS[scheme.status]} text={w(schemeStatusWords[scheme.status])} />
          ) : null,
      },
      {
        key: 'scheme_objective',
        title: w(schemeColumnWords.objective),
        width: 112,
        render: fromBody(({ objective }) => <PlainTag text={w(objectiveWords[objective])} />),
      },
      {
        key: 'scheme_bid_strategy',
        title: w(schemeColumnWords.bid),
        width: 120,
        render: fromBody(({ bid_strategy }) => <NameText text={w(bidStrategyWords[bid_strategy])} />),
      },
      {
        key: 'scheme_structure',
        title: w(schemeColumnWords.structure),
        hint: t('schemeList.structureHint'),
        width: 96,
        render: fromBody(({ structure }) => <span className="ads-numbers">{structure.map((count) => count ?? DASH).join(' × ')}</span>),
      },
      {
        key: 'scheme_budget',
        title: w(schemeColumnWords.budget),
        width: 120,
        render: fromBody(({ budget_usd, budget_mode }) => (
          <NameText text={format.money(budget_usd, 'USD')} note={w(budgetModeWords[budget_mode])} />
        )),
      },
      {
        key: 'scheme_countries',
        title: w(schemeColumnWords.countries),
        width: 152,
        defaultHidden: true,
        render: fromBody((body) => <NameText text={body.countries.map(countryName).join(', ') || DASH} />),
      },
    ];
  }, [t, w, format, countryName]);
}
