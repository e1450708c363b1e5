import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, required, requiredChoice, stringMaximum } from '../../kernel/form/field-rules.ts';
import type { AdRow } from './entity-rows.ts';

const MAX_TEXT = 5000;
const MAX_HEADLINE = 255;

interface AdValues {
  primary_text: string;
  headline: string;
  description: string;
  call_to_action: AdRow['call_to_action'];
  material_id: number | undefined;
}

export interface AdEditValues extends AdValues {
  /** The ad as the user saw it. */
  original_ad: (Pick<AdRow, 'primary_text' | 'headline' | 'description' | 'call_to_action'> & { material_id: number | null }) | undefined;
}

export const blankAdEdit: AdEditValues = {
  primary_text: '',
  headline: '',
  description: '',
  call_to_action: '',
  material_id: undefined,
  original_ad: undefined,
};

/** The texts and the creative of an ad, to start editing with. */
export function toAdEdit({
  primary_text,
  headline,
  description,
  call_to_action,
  material,
}: Pick<AdRow, 'primary_text' | 'headline' | 'description' | 'call_to_action' | 'material'>): AdEditValues {
  const material_id = material?.id ?? null;
  return {
    primary_text,
    headline: headline ?? '',
    description: description ?? '',
    call_to_action,
    material_id: material_id ?? undefined,
    original_ad: { primary_text, headline, call_to_action, material_id, ...(description !== undefined && { description }) },
  };
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The changed values for the request, with what the user saw. */
export function toAdEditRequest({ primary_text, headline, description, call_to_action, material_id, original_ad }: AdEditValues) {
  const title = textOrNull(headline);
  const below = textOrNull(description);
  return {
    ...(primary_text !== original_ad?.primary_text && { primary_text: primary_text.trim() }),
    ...(title !== original_ad?.headline && { headline: title }),
    ...(below !== (original_ad?.description ?? null) && { description: below }),
    ...(call_to_action !== original_ad?.call_to_action && { call_to_action }),
    ...(material_id !== undefined && material_id !== original_ad?.material_id && { material_id }),
    ...(original_ad && { seen: original_ad }),
  };
}

export function checkAdEdit(values: AdEditValues): FieldFaults<AdEditValues> {
  const { primary_text, headline, description, material_id, original_ad } = values;
  const { seen: _seen, ...changes } = toAdEditRequest(values);
  const isUnchanged = Object.keys(changes).length === 0;
  return faultsIn<AdEditValues>({
    primary_text: firstFault(primary_text, required, stringMaximum(MAX_TEXT)) ?? (isUnchanged ? { rule: 'unchanged' } : undefined),
    headline: firstFault(headline, stringMaximum(MAX_HEADLINE)),
    description: firstFault(description, stringMaximum(MAX_HEADLINE)),
    material_id: original_ad?.material_id ? firstFault(material_id, requiredChoice) : undefined,
  });
}
