import { type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'input, textarea, button, [role=combobox], [tabindex]';

/** The first invalid control; for an invalid group, its first control. */
const findFirstInvalid = (form: HTMLElement): HTMLElement | null => {
  const field = form.querySelector('.ads-field-wrong');
  return (field ?? form).querySelector<HTMLElement>('[aria-invalid="true"]') ?? field?.querySelector<HTMLElement>(FOCUSABLE) ?? null;
};

/**
 * Each time the number of refusals grows, focuses and scrolls to the first invalid field, or scrolls to the top when no field is invalid.
 */
export function useFirstInvalidField(form: RefObject<HTMLElement | null>, refusals: number): void {
  const seen = useRef(refusals);
  useEffect(() => {
    if (refusals <= seen.current) return;
    seen.current = refusals;
    if (!form.current) return;
    const invalid = findFirstInvalid(form.current);
    (invalid ?? form.current).scrollIntoView({ block: invalid ? 'center' : 'start' });
    invalid?.focus({ preventScroll: true });
  }, [form, refusals]);
}
