import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { contentStatusWords } from '#contracts/vocabulary/content-statuses.ts';
import { productColumnWords } from '#contracts/vocabulary/products.ts';
import type { productCurrencies, productForm } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import type { ProductValues } from '#machines/advertising-upload-ec/product-rules.ts';
import type { sitePicker } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { CoverField } from '#src/parts/materials/index.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { dictionaryOptions } from '#src/ui/pick/pick-options.ts';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { OF_COMMERCE } from './product-filters.tsx';

interface Props {
  form: ActorRefFrom<typeof productForm>;
  sites: ActorRefFrom<typeof sitePicker>;
  currencies: ActorRefFrom<typeof productCurrencies>;
}

export function ProductDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenProductDrawer {...props} /> : null;
}

function useConflict(form: Props['form'], siteOf: (id: number) => string | undefined) {
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const labels = {
    sku: w(productColumnWords.sku),
    name: w(productColumnWords.name),
    site_id: w(productColumnWords.site),
    price: w(productColumnWords.price),
    currency: w(productColumnWords.currency),
    url: w(productColumnWords.url),
    status: w(productColumnWords.status),
  };
  return conflictChanges(collision, labels, (product: ProductValues) => ({
    sku: product.sku,
    name: product.name,
    site_id: product.site_id === undefined ? '' : (siteOf(product.site_id) ?? `#${product.site_id}`),
    price: product.price === undefined ? '' : String(product.price),
    currency: product.currency,
    url: product.url,
    status: w(contentStatusWords[product.status]),
  }));
}

function OpenProductDrawer({ form, sites, currencies }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const { values, subject, change, field, busy, drawer } = useForm(form);
  const { nameOf } = usePicker(sites, { chosen: values.site_id === undefined ? [] : [values.site_id], narrowing: OF_COMMERCE });
  const { options: known, control } = useOptions(currencies);
  const conflict = useConflict(form, nameOf);
  useLoadOptions(currencies);
  const status = field('status');
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('product.editTitle', { sku: subject.sku }) : t('product.create')}
      {...(!subject && { done: values.sku })}
      saveText={t(subject ? 'materials.save' : 'product.createButton')}
      conflict={conflict}
    >
      <FormSection title={t('product.sectionWhat')}>
        <FormPair>
          <TextField label={w(productColumnWords.sku)} {...field('sku')} help={t('product.skuHelp')} required autoFocus={!subject} />
          <TextField label={w(productColumnWords.name)} {...field('name')} required autoFocus={subject !== undefined} />
        </FormPair>
        <SwitchField
          label={w(productColumnWords.status)}
          value={status.value === 'on'}
          words={{ on: w(contentStatusWords.on), isDisabled: w(contentStatusWords.off) }}
          onChange={(on) => status.onChange(on ? 'on' : 'off')}
          fault={status.fault}
        />
      </FormSection>
      <FormSection title={t('product.sectionSale')}>
        <PickerField label={w(productColumnWords.site)} {...field('site_id')} picker={sites} narrowing={OF_COMMERCE} required />
        <FormPair>
          <NumberField label={w(productColumnWords.price)} {...field('price')} required />
          <ChoiceField
            label={w(productColumnWords.currency)}
            {...field('currency')}
            options={dictionaryOptions(known, locale).map((option) => ({ ...option, label: `${option.value} ${option.label}` }))}
            {...control}
            // How many digits a price may have follows from it.
            onChange={(currency) => currency && change({ currency, price: values.price })}
            required
          />
        </FormPair>
        <TextField label={w(productColumnWords.url)} {...field('url')} placeholder="https://" help={t('product.urlHelp')} required />
        <CoverField
          label={t('materials.cover')}
          value={values.cover}
          onChange={(cover) => change({ cover })}
          fault={field('cover').fault}
          url={subject?.cover_url ?? null}
          disabled={busy}
        />
      </FormSection>
    </FormDrawer>
  );
}
