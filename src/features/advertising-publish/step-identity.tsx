import { useMemo } from 'react';
import type { AccountChoice } from '#machines/advertising-publish/publish-parts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'landings' | 'homepages' | 'pixels' | 'chosen' | 'sharing'>;
}

/** Landing page, homepages and pixel. */
export function IdentityStep({ form, parts: { landings, homepages, pixels, chosen, sharing } }: Props) {
  const t = useText();
  const { values, scheme, field } = form;
  const identity = scheme?.body.identity;
  const content = values.biz === 'ec' ? { product_id: values.content_id } : { drama_id: values.content_id };
  const ofPosts = values.source === 'post';
  return (
    <>
      <FormSection title={t('publish.step.identity')} note={t('publish.identityNote')}>
        <PickerListField
          label={t('publish.scheme.landings')}
          help={identity?.landing_mode === 'by_content' ? t('publish.landingsByContent') : undefined}
          picker={landings}
          narrowing={{ site_id: identity?.site_id ?? undefined, ...content }}
          {...field('landing_page_ids')}
          required={identity?.landing_mode === 'fixed'}
        />
        <PickerListField
          label={t('publish.scheme.homepages')}
          help={ofPosts ? t('publish.homepagesOfPosts') : identity && t(`publish.homepageMode.${identity.homepage_mode}`)}
          picker={homepages}
          narrowing={{ use: 'ads' }}
          {...field('homepage_ids')}
          required={!ofPosts}
        />
        <PickerField
          label={t('publish.scheme.pixel')}
          help={values.pixel_id === undefined ? t('publish.pixelOfSite') : undefined}
          picker={pixels}
          {...field('pixel_id')}
          clearable
        />
      </FormSection>
      <Sharing chosen={chosen} sharing={sharing} pixels={pixels} />
    </>
  );
}

/** Whether each chosen account may use the pixel, and a way to share it with the others. */
function Sharing({ chosen, sharing, pixels }: Pick<Props['parts'], 'chosen' | 'sharing' | 'pixels'>) {
  const t = useText();
  const viewer = useViewer();
  const canShare = viewer.can('asset');
  const { answer, table } = useDetail(chosen);
  const missing = answer?.filter(({ pixel_usable }) => pixel_usable === false) ?? [];
  const pixel = answer?.find(({ pixel_id }) => pixel_id !== null)?.pixel_id ?? undefined;
  const name = usePicker(pixels, { chosen: pixel === undefined ? [] : [pixel] }).nameOf(pixel);
  const title = name === undefined ? t('publish.sharing') : t('publish.sharingOf', { pixel: name });
  const columns = useMemo((): Column<AccountChoice>[] => {
    const share = (ids: number[], pixel_id: number) =>
      sharing.send({ type: 'batch.opened', subject: { kind: 'rows', ids }, params: { pixel_id }, key: newRequestKey() });
    return [
      { key: 'label', title: t('publish.account.name'), render: ({ label, sub }) => <NameText text={label} note={sub} /> },
      {
        key: 'pixel',
        title: t('publish.account.pixel'),
        width: 200,
        render: ({ pixel_usable: usable }) =>
          usable === null ? (
            <StatusTag kind="muted" text={t('publish.pixelUnset')} />
          ) : (
            <StatusTag kind={usable ? 'ok' : 'error'} text={t(usable ? 'publish.pixelShared' : 'publish.pixelNotShared')} />
          ),
      },
      {
        key: 'do',
        title: t('publish.do'),
        width: 120,
        render: ({ id, label, pixel_id, pixel_usable }) =>
          pixel_usable === false &&
          pixel_id !== null && (
            <button
              type="button"
              className="ads-link-button"
              aria-label={`${t('publish.shareNow')} ${label}`}
              aria-disabled={canShare ? undefined : true}
              title={canShare ? undefined : t('publish.cannotShare')}
              onClick={() => canShare && share([id], pixel_id)}
            >
              {t('publish.shareNow')}
            </button>
          ),
      },
    ];
  }, [t, sharing, canShare]);
  return (
    <FormSection title={title}>
      {missing.length > 0 && !canShare && <p className="ads-quiet">{t('publish.cannotShare')}</p>}
      {missing.length > 1 && canShare && pixel !== undefined && (
        <p>
          <button
            type="button"
            className="ads-link-button"
            onClick={() =>
              sharing.send({
                type: 'batch.opened',
                subject: { kind: 'rows', ids: missing.map(({ id }) => id) },
                params: { pixel_id: pixel },
                key: newRequestKey(),
              })
            }
          >
            {t('publish.shareAll', { count: missing.length })}
          </button>
        </p>
      )}
      <div className="ads-publish-table">
        <DataTable {...table} label={title} columns={columns} rowKey={({ id }) => id} rowName={({ label }) => label} />
      </div>
    </FormSection>
  );
}
