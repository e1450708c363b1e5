import type { ActorRefFrom } from 'xstate';
import type { homepageSitesForm } from '#machines/homepage-management/homepage-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AssetsField, type ChoiceActor, type NamesActor, useAssetNames } from '#src/parts/assets/index.ts';
import { MultiChoiceField } from '#src/ui/choice-fields.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  form: ActorRefFrom<typeof homepageSitesForm>;
  sites: ChoiceActor;
  names: NamesActor;
}

/** The sites that a homepage belongs to, and those whose default page it is. */
export function HomepageSitesDialog({ form, sites, names }: Props) {
  const t = useText();
  const { values, subject, field, change, dialog, busy } = useForm(form);
  const siteNames = useAssetNames(names, 'site', values.site_ids);
  if (!dialog.open) return null;
  return (
    <ConfirmDialog {...dialog} title={t('homepage.sitesTitle', { name: subject?.name ?? '' })} confirmText={t('homepage.save')}>
      <AssetsField
        label={t('homepage.sites')}
        help={t('homepage.sitesHelp')}
        {...field('site_ids')}
        // A site that is not one of them has no default here.
        onChange={(ids) => change({ site_ids: [...ids], default_site_ids: values.default_site_ids.filter((id) => ids.includes(id)) })}
        kind="site"
        choice={sites}
        names={names}
        disabled={busy}
      />
      <MultiChoiceField
        label={t('homepage.defaultFor')}
        help={t(values.site_ids.length === 0 ? 'homepage.sitesFirst' : 'homepage.defaultForHelp')}
        {...field('default_site_ids')}
        options={values.site_ids.map((id) => ({ value: id, label: siteNames.get(id) ?? `#${id}` }))}
        disabled={busy || values.site_ids.length === 0}
      />
    </ConfirmDialog>
  );
}
