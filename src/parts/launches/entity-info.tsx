import type { ReactNode } from 'react';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { logColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import { entitySourceWords } from '#contracts/vocabulary/launches.ts';
import type { CampaignRow, EntityDetail } from '#machines/parts/launches/entity-rows.ts';
import type { NoteForm } from '#machines/parts/launches/note-form.machine.ts';
import { DASH, instantText, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { useEntityPermits } from './entity-permits.ts';
import { toEntityRow } from './entity-row.ts';
import { EntityStatusTag } from './entity-status-tag.tsx';
import { useLaunchWords } from './launch-words.ts';
import { RecordLink } from './record-link.tsx';
import { LearningCell } from './small-bars.tsx';

/** Name and value; undefined where the level has no such fact. */
type Fact = readonly [name: string, value: ReactNode] | undefined;

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ads-entity-facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1] === null || fact[1] === '' ? DASH : fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const FactSection = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <FormSection title={title}>
    <Facts facts={facts} />
  </FormSection>
);

interface InfoProps {
  detail: EntityDetail;
  /** Where the note can be changed; absent where it is only read. */
  note?: NoteForm;
  /** Whether budget, bid and audience are shown elsewhere. */
  hasSettingsApart?: boolean;
}

/** The note on a campaign, which those who may rename it can change. */
function Note({ campaign, form }: { campaign: CampaignRow; form: NoteForm | undefined }) {
  const t = useText();
  const { isGranted } = useEntityPermits();
  const text = campaign.note ?? '';
  const open = () =>
    form?.send({ type: 'form.opened', draft: { values: { note: text }, subject: { id: campaign.id, name: campaign.name } } });
  return (
    <>
      <span className="ads-entity-note">{text === '' ? DASH : text}</span>
      {form && isGranted('rename') && (
        <>
          {' '}
          <button type="button" className="ads-link-button" onClick={open}>
            {t(text === '' ? 'launches.noteAdd' : 'launches.noteEdit')}
          </button>
        </>
      )}
    </>
  );
}

/** The facts of an object. */
export function EntityInfo(props: InfoProps) {
  const row = toEntityRow(props.detail);
  return row ? <LoadedInfo {...props} row={row} /> : null;
}

function LoadedInfo({ detail, row, note, hasSettingsApart = false }: InfoProps & { row: NonNullable<ReturnType<typeof toEntityRow>> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const words = useLaunchWords();
  const { campaign, ad_group: group, ad } = detail;
  const { account } = row;
  const money = (value: number | null) => format.money(value, account.currency);
  const formatLocal = (at: string | null) =>
    at === null ? null : (
      <span className="ads-numbers" title={t('launches.elsewhere', { at: format.instant(at), timezone: format.timezone })}>
        {instantText(at, account.timezone_name)}
      </span>
    );
  const platformId = campaign?.platform_campaign_id ?? group?.platform_adset_id ?? ad?.platform_ad_id;
  const budgeted = campaign ?? group;
  return (
    <>
      {row.status_cause && <Remark kind="warn" title={row.status_cause} />}
      {row.issue && row.issue !== row.status_cause && <Remark kind="warn" title={words.issue(row.issue)} />}
      {row.rule_shield_until && <Remark kind="info" title={t('launches.shielded', { at: format.instant(row.rule_shield_until) })} />}
      <FactSection
        title={t('launches.section.what')}
        facts={[
          [w(launchColumnWords.effective_status), <EntityStatusTag key="status" status={row.effective_status} cause={row.status_cause} />],
          [w(launchColumnWords.account), `${account.label} · ${account.currency} · ${account.timezone_name}`],
          [w(launchColumnWords.content), row.content?.label ?? null],
          campaign ? [w(launchColumnWords.note), <Note key="note" campaign={campaign} form={note} />] : undefined,
          [w(launchColumnWords.owner), row.owner?.label ?? t('launches.nobody')],
          group || ad ? [w(launchColumnWords.campaign), (group ?? ad)?.campaign.label] : undefined,
          ad ? [w(launchColumnWords.group), ad.group.label] : undefined,
          [
            w(launchColumnWords.platform_id),
            platformId ? <CopyText key="id" text={platformId} label={w(launchColumnWords.platform_id)} /> : null,
          ],
          [w(launchColumnWords.objective), words.objective(row.objective)],
          [w(launchColumnWords.created_at), format.instant(row.created_at)],
        ]}
      />
      {budgeted && !hasSettingsApart && (
        <FactSection
          title={t('launches.section.money')}
          facts={[
            [t('launches.dailyBudget'), budgeted.daily_budget === null ? null : money(budgeted.daily_budget)],
            [t('launches.lifetimeBudget'), budgeted.lifetime_budget === null ? null : money(budgeted.lifetime_budget)],
            [w(launchColumnWords.spent_pct), format.percent(budgeted.spent_pct)],
            [w(launchColumnWords.bid_strategy), words.bidStrategy(budgeted.bid_strategy)],
            group ? [t('launches.bid'), group.bid_amount === null ? null : money(group.bid_amount)] : undefined,
            [w(launchColumnWords.start_at), formatLocal(budgeted.start_at)],
            [w(launchColumnWords.end_at), formatLocal(campaign ? campaign.stop_at : (group?.end_at ?? null))],
          ]}
        />
      )}
      {group && !hasSettingsApart && (
        <FactSection
          title={t('launches.section.audience')}
          facts={[
            [w(launchColumnWords.countries), group.countries.map(words.country).join(', ')],
            [w(launchColumnWords.pixel), group.pixel?.label ?? null],
            [w(launchColumnWords.optimization_goal), words.goal(group.optimization_goal)],
            [
              w(launchColumnWords.learning_stage),
              <LearningCell key="learning" stage={group.learning_stage} events={group.learning_events} />,
            ],
          ]}
        />
      )}
      <FactSection
        title={t('launches.section.origin')}
        facts={[
          [w(launchColumnWords.source), w(entitySourceWords[row.source])],
          [
            w(launchColumnWords.scheme),
            row.scheme && (
              <RecordLink
                key="scheme"
                one={row.scheme}
                path="/advertising/publish"
                query={{ tab: 'schemes' }}
                text={t('launches.schemeVersion', { name: row.scheme.label, version: row.scheme.version })}
              />
            ),
          ],
          [t('launches.copiedFrom'), detail.source_copy?.label ?? null],
          [w(logColumnWords.batch_id), detail.batch_id === null ? null : `#${detail.batch_id}`],
          [w(launchColumnWords.closed_by), words.closing(row)],
        ]}
      />
    </>
  );
}
