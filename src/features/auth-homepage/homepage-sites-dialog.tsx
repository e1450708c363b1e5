import type { ActorRefFrom } from 'xstate';
import { homepageColumnWords } from '#contracts/vocabulary/homepages.ts';
import type { homepageSitesForm } from '#machines/auth-homepage/homepage-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';

interface Props {
  form: ActorRefFrom<typeof homepageSitesForm>;
  sites: PickerActor;
}

/** The sites of a homepage, and those that use it by default. */
export function HomepageSitesDialog({ form, sites }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, field, change, dialog, busy } = useForm(form);
  const { nameOf } = usePicker(sites, { chosen: values.site_ids });
  if (!dialog.open) return null;
  return (
    <ConfirmDialog {...dialog} title={t('homepage.sitesTitle', { name: subject?.name ?? '' })} confirmText={t('homepage.save')}>
      <PickerListField
        label={w(homepageColumnWords.sites)}
        help={t('homepage.sitesHelp')}
        {...field('site_ids')}
        // A site that the homepage leaves loses its default.
        onChange={(ids) => change({ site_ids: [...ids], default_site_ids: values.default_site_ids.filter((id) => ids.includes(id)) })}
        picker={sites}
        disabled={busy}
      />
      <MultiChoiceField
        label={t('homepage.defaultFor')}
        help={t(values.site_ids.length === 0 ? 'homepage.sitesFirst' : 'homepage.defaultForHelp')}
        {...field('default_site_ids')}
        options={values.site_ids.map((id) => ({ value: id, label: nameOf(id) ?? `#${id}` }))}
        disabled={busy || values.site_ids.length === 0}
      />
    </ConfirmDialog>
  );
}
