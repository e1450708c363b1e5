import { type NameMacro, nameMacros, unknownMacros } from '#contracts/rules/scheme-names.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';

/** How to build a new name: by find and replace, or from a template. */
export interface NameEdit {
  find?: string | undefined;
  replace?: string | undefined;
  template?: string | undefined;
}

/** The values that fill a template: the macros of schemes and the current name. */
export type NameValues = Readonly<Record<NameMacro | 'name', string>>;

const MAX_NAME_LENGTH = 400;
const OLD_NAME_MACRO = '{name}';
const MACRO = new RegExp(`\\{(name|${nameMacros.join('|')})\\}`, 'g');

/** The fault of an edit as a whole: not exactly one of the two ways, or an unknown macro. */
export function findNameEditFault({ find, replace, template }: NameEdit): Refusal | null {
  if ((template === undefined) === (find === undefined)) return refuseField('find', 'findOrTemplate');
  if (find !== undefined && replace === undefined) return refuseField('replace', 'required');
  const unknown = unknownMacros(template ?? '').find((macro) => macro !== OLD_NAME_MACRO);
  return unknown === undefined ? null : refuseField('template', 'macroUnknown', { macro: unknown });
}

const fillTemplate = (template: string, values: NameValues): string =>
  template.replaceAll(MACRO, (_, macro: keyof NameValues) => values[macro]).replaceAll(/\s+/g, ' ');

/** The new name, or the reason it cannot change. */
export function applyNameEdit(name: string, { find, replace = '', template }: NameEdit, values: NameValues): string | Refusal {
  const after = (template === undefined ? name.replaceAll(find ?? '', () => replace) : fillTemplate(template, values)).trim();
  if (after === name) return refuse('NO_CHANGE');
  if (after === '') return refuseField('name', 'required');
  return after.length > MAX_NAME_LENGTH ? refuseField('name', 'maxLength', { limit: MAX_NAME_LENGTH }) : after;
}
