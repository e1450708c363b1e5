import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { pixelColumnWords } from '#contracts/vocabulary/pixels.ts';
import type { pixelShares, pixelSitesForm, sharingForm } from '#machines/auth-pixel/pixel-management.machine.ts';
import { MAX_ACCOUNTS, type PixelShare } from '#machines/auth-pixel/pixel-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerListField } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import './pixel.css';

interface Props {
  form: ActorRefFrom<typeof sharingForm>;
  shares: ActorRefFrom<typeof pixelShares>;
  accounts: PickerActor;
}

/** Shares a pixel with ad accounts, or revokes the share of some. */
export function SharingDialog(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenSharingDialog {...props} /> : null;
}

function OpenSharingDialog({ form, shares, accounts }: Props) {
  const t = useText();
  const format = useFormat();
  const { values, subject, field, drawer, busy } = useForm(form);
  const { answer, failure, refresh } = useDetail(shares);
  const { mode } = values;
  const count = values.ad_account_ids.length;
  const shared = useMemo(() => (answer ?? []).filter(({ status }) => status === 'active'), [answer]);
  return (
    <FormDrawer
      {...drawer}
      title={t(`pixel.sharing.${mode}.title`, { name: subject?.name ?? '' })}
      done={false}
      saveText={t(`pixel.sharing.${mode}.button`, { count, shown: format.number(count) })}
    >
      <FormSection note={t(`pixel.sharing.${mode}.note`, { max: MAX_ACCOUNTS })}>
        {mode === 'share' ? (
          <PickerListField label={t('pixel.accounts')} {...field('ad_account_ids')} picker={accounts} disabled={busy} required />
        ) : (
          <MultiChoiceField
            label={t('pixel.accounts')}
            {...field('ad_account_ids')}
            options={shared.map(({ account, platform_account_id }) => ({
              value: account.id,
              label: account.label,
              note: platform_account_id,
            }))}
            busy={!answer && !failure}
            disabled={busy}
            required
          />
        )}
        <TextAreaField label={t('batch.reason')} {...field('reason')} max={200} help={t('batch.reasonHelp')} disabled={busy} />
      </FormSection>
      <FormSection title={t('pixel.shares')}>
        {failure && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
        {!answer && !failure && <LoadingBlock />}
        {answer && <ShareList shares={answer} />}
      </FormSection>
    </FormDrawer>
  );
}

function ShareList({ shares }: { shares: readonly PixelShare[] }) {
  const t = useText();
  const format = useFormat();
  if (shares.length === 0) return <p className="ads-quiet">{t('pixel.sharesNone')}</p>;
  return (
    <ul className="ads-pixel-shares">
      {shares.map(({ account, platform_account_id, status, error, updated_at }) => (
        <li key={account.id}>
          <span className="ads-pixel-share-name">
            <span>{account.label}</span>
            <small className="ads-numbers">{platform_account_id}</small>
          </span>
          <StatusTag
            kind={status === 'active' ? 'ok' : 'error'}
            text={t(`pixel.share.${status}`)}
            hint={error ?? format.instant(updated_at)}
          />
          {error && <small className="ads-pixel-share-error">{error}</small>}
        </li>
      ))}
    </ul>
  );
}

interface SitesProps {
  form: ActorRefFrom<typeof pixelSitesForm>;
  sites: PickerActor;
}

/** The sites of a pixel. */
export function PixelSitesDialog({ form, sites }: SitesProps) {
  const t = useText();
  const w = useWords();
  const { subject, field, dialog, busy } = useForm(form);
  if (!dialog.open) return null;
  return (
    <ConfirmDialog {...dialog} title={t('pixel.sitesTitle', { name: subject?.name ?? '' })} confirmText={t('pixel.save')}>
      <PickerListField
        label={w(pixelColumnWords.sites)}
        help={t('pixel.sitesHelp')}
        {...field('site_ids')}
        picker={sites}
        disabled={busy}
      />
    </ConfirmDialog>
  );
}
