import { NAMINGS } from '#machines/parts/launches/launch-batch-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { TextField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import type { LaunchBulkAction } from './launch-bulk-action.ts';

/** Placeholders of a naming template. */
const MACROS = '{name} {content} {country} {account} {user} {date} {seq} {material} {scheme} {landing}';

/** Names of objects or their copies. */
export function NamingFields({ bulkAction: { values, field, change, busy } }: { bulkAction: LaunchBulkAction }) {
  const t = useText();
  const { naming, action } = values;
  const offered = NAMINGS.filter((one) => (action === 'copy' ? one !== 'template' : one === 'replace' || one === 'template'));
  return (
    <>
      <ChoiceField
        as="radio"
        label={t(action === 'copy' ? 'launches.copyNames' : 'launches.names')}
        {...field('naming')}
        options={offered.map((value) => ({ value, label: t(`launches.naming.${value}`) }))}
        onChange={(chosen) => chosen && change({ naming: chosen })}
        disabled={busy}
        required
      />
      {naming === 'replace' && (
        <FormPair>
          <TextField label={t('launches.find')} {...field('find')} disabled={busy} required />
          <TextField label={t('launches.replace')} {...field('replace')} disabled={busy} />
        </FormPair>
      )}
      {naming === 'affix' && (
        <FormPair>
          <TextField label={t('launches.prefix')} {...field('prefix')} disabled={busy} />
          <TextField label={t('launches.suffix')} {...field('suffix')} disabled={busy} />
        </FormPair>
      )}
      {naming === 'template' && (
        <TextField
          label={t('launches.template')}
          {...field('template')}
          help={t('launches.templateHelp', { macros: MACROS })}
          disabled={busy}
          required
        />
      )}
    </>
  );
}
