// What a project adds to the rules by which secrets are recognised, or excepts from them. It holds for everything recorded on the page.
import { forgetRecordedValues } from './recorded-value.ts';
import { setExtraShapes } from './redact-text.ts';
import { setNameRules } from './secret-names.ts';

export interface Redaction {
  /** More names of secrets: whole names, whatever their case, or parts of names as expressions. */
  names?: readonly (string | RegExp)[];
  /** Names that look like those of secrets, but are not: `tokens` of a text, `passRate` of a test. */
  except?: readonly (string | RegExp)[];
  /** Secrets by their shape, wherever they stand in a text: numbers of cards or accounts. */
  texts?: readonly RegExp[];
}

export function configureRedaction({ names = [], except = [], texts = [] }: Redaction): void {
  setNameRules(names, except);
  setExtraShapes(texts);
  forgetRecordedValues();
}
