import { type NameMacro, nameMacros, unknownMacros } from '#contracts/rules/scheme-names.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';

/** How a name may be made anew: by what it replaces, or by a template. */
export interface NameWish {
  find?: string | undefined;
  replace?: string | undefined;
  template?: string | undefined;
}

/** What a template is filled with: what schemes know, and the name there is. */
export type NameValues = Readonly<Record<NameMacro | 'name', string>>;

const NAME_MAX = 400;
const OLD_NAME = '{name}';
const MACRO = new RegExp(`\\{(name|${nameMacros.join('|')})\\}`, 'g');

/** What is wrong with a wish as a whole: neither or both ways, or a macro that nobody knows. */
export function wishFault({ find, replace, template }: NameWish): Refusal | null {
  if ((template === undefined) === (find === undefined)) return refuseField('find', 'findOrTemplate');
  if (find !== undefined && replace === undefined) return refuseField('replace', 'required');
  const unknown = unknownMacros(template ?? '').find((macro) => macro !== OLD_NAME);
  return unknown === undefined ? null : refuseField('template', 'macroUnknown', { macro: unknown });
}

const filled = (template: string, values: NameValues): string =>
  template.replaceAll(MACRO, (_, macro: keyof NameValues) => values[macro]).replaceAll(/\s+/g, ' ');

/** The new name, or why it stays. */
export function renamed(name: string, { find, replace = '', template }: NameWish, values: NameValues): string | Refusal {
  const after = (template === undefined ? name.replaceAll(find ?? '', () => replace) : filled(template, values)).trim();
  if (after === name) return refuse('NO_CHANGE');
  if (after === '') return refuseField('name', 'required');
  return after.length > NAME_MAX ? refuseField('name', 'maxLength', { limit: NAME_MAX }) : after;
}
