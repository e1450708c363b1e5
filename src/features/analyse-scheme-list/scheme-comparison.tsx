import { useCallback, useId, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import { formFieldOf } from '#machines/advertising-publish/scheme-rules.ts';
import type { ComparedVersions, schemeListPage } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { parseInterest } from '#machines/parts/launches/interest-text.ts';
import { toFormValues } from '#machines/parts/schemes/scheme-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { type SchemeReference, useSchemeFormat, useSchemeLabels } from '#src/parts/schemes/index.ts';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { PickList } from '#src/ui/pick/pick-list.tsx';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import '#src/ui/text/diff-table.css';
import './scheme-list.css';

const MIN_VERSIONS = 2;
const MAX_VERSIONS = 4;

/** A scheme whose versions are compared. `latest` is its newest version; versions are numbered from 1. */
export interface ComparedScheme {
  id: number;
  name: string;
  latest: number;
}

/** The versions that are compared first: the latest change. */
export const toFirstVersions = ({ latest }: Pick<ComparedScheme, 'latest'>): number[] => [latest - 1, latest];

interface Props {
  scheme: ComparedScheme;
  detail: ActorRefFrom<(typeof schemeListPage)['rowDetail']>;
  /** Results shown below the bodies. Must be referentially stable. */
  metrics: readonly MetricKey[];
  onCompare: (versions: readonly number[]) => void;
  onClose: () => void;
}

/** Two to four versions of a scheme side by side: what they say, and how their ads performed. */
export function SchemeComparisonDialog({ scheme, detail, metrics, onCompare, onClose }: Props) {
  const t = useText();
  const [chosen, setChosen] = useState<readonly number[]>(() => toFirstVersions(scheme));
  const [isOnlyChanged, setIsOnlyChanged] = useState(true);
  const onlyChanged = useId();
  const { answer, busy, failure, refresh } = useDetail(detail);
  const isComparable = chosen.length >= MIN_VERSIONS && chosen.length <= MAX_VERSIONS;
  const options = Array.from({ length: scheme.latest }, (_, at) => ({ value: scheme.latest - at, label: `v${scheme.latest - at}` }));
  const choose = (versions: readonly number[]) => {
    const sorted = versions.toSorted((a, b) => a - b);
    setChosen(sorted);
    if (sorted.length >= MIN_VERSIONS && sorted.length <= MAX_VERSIONS) onCompare(sorted);
  };
  const content = () => {
    if (!isComparable) return <p role="status">{t('schemeList.chooseVersions')}</p>;
    if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
    if (busy || !answer) return <LoadingBlock />;
    return <ComparedTable compared={answer} isOnlyChanged={isOnlyChanged} metrics={metrics} />;
  };
  return (
    <Overlay title={t('schemeList.compareOf', { name: scheme.name })} shape="wide" closeText={t('ui.close')} onDismiss={onClose}>
      <div className="ads-scheme-compare-choice">
        <PickList
          label={t('schemeList.versions')}
          prefix={t('schemeList.versions')}
          options={options}
          chosen={chosen}
          multiple
          onChoose={choose}
        />
        <span className="ads-buttons">
          <CheckBox id={onlyChanged} checked={isOnlyChanged} onChange={setIsOnlyChanged} />
          <label htmlFor={onlyChanged}>{t('schemeList.onlyChanged')}</label>
        </span>
      </div>
      {content()}
    </Overlay>
  );
}

function ComparedTable({
  compared,
  isOnlyChanged,
  metrics,
}: {
  compared: ComparedVersions;
  isOnlyChanged: boolean;
  metrics: readonly MetricKey[];
}) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const labels = useSchemeLabels();
  const { versions, bodies, diffs, m, names } = compared;
  const findName = useCallback(
    (kind: SchemeReference, id: number | string) => {
      const code = kind === 'interest' || kind === 'audience' ? parseInterest(String(id)) : undefined;
      // Audiences keep the names they were chosen by.
      const found = kind === 'audience' ? undefined : names[kind][code?.id ?? String(id)];
      return found ? w(found) : code?.name;
    },
    [names, w],
  );
  const formatScheme = useSchemeFormat(findName);
  const words = useMemo(() => bodies.map((body) => body && formatScheme(toFormValues(body))), [bodies, formatScheme]);
  const changed = new Set<string>(diffs.map(formFieldOf));
  const isHidden = words.every((one) => one === null);
  const fields = (Object.keys(labels) as (keyof typeof labels)[]).filter((field) => !isOnlyChanged || changed.has(field));
  return (
    <div className="ads-scheme-compare" tabIndex={0} role="region" aria-label={t('schemeList.body')}>
      <table className="ads-diff">
        <thead>
          <tr>
            <th scope="col">{t('schemeList.body')}</th>
            {versions.map((version) => (
              <th key={version} scope="col">{`v${version}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isHidden || fields.length === 0) && (
            <tr>
              <td colSpan={versions.length + 1}>{t(isHidden ? 'schemeList.hidden' : 'schemeList.nothingDiffers')}</td>
            </tr>
          )}
          {!isHidden &&
            fields.map((field) => (
              <tr key={field}>
                <th scope="row">{labels[field]}</th>
                {words.map((one, at) => {
                  const text = one?.[field] || DASH;
                  const isOther = changed.has(field) && at > 0 && text !== (words[0]?.[field] || DASH);
                  return (
                    <td key={versions[at]} className={isOther ? 'ads-diff-after' : undefined}>
                      {isOther ? <ins>{text}</ins> : text}
                    </td>
                  );
                })}
              </tr>
            ))}
        </tbody>
        <thead>
          <tr>
            <th scope="col">{t('schemeList.results')}</th>
            {versions.map((version) => (
              <th key={version} scope="col">{`v${version}`}</th>
            ))}
          </tr>
        </thead>
        <tbody className="ads-numbers">
          {metrics.map((key) => (
            <tr key={key}>
              <th scope="row">{t(`metric.${key}`)}</th>
              {m.map((figures, at) => (
                <td key={versions[at]}>{metricText(figures[key] ?? null, metricOf(key), { format, currency: 'USD' })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
