import { type RefObject, useEffect, useRef } from 'react';

const REACHABLE = 'input, textarea, button, [role=combobox], [tabindex]';

/** The first control that is wrong; of a group that is wrong, its first control. */
const firstWrong = (form: HTMLElement): HTMLElement | null => {
  const field = form.querySelector('.ads-field-wrong');
  return (field ?? form).querySelector<HTMLElement>('[aria-invalid="true"]') ?? field?.querySelector<HTMLElement>(REACHABLE) ?? null;
};

/** Each time refusals grow, the first wrong field is scrolled to and gets the focus; where no field is wrong, the top is shown. */
export function useFirstWrongField(form: RefObject<HTMLElement | null>, refusals: number): void {
  const seen = useRef(refusals);
  useEffect(() => {
    if (refusals <= seen.current) return;
    seen.current = refusals;
    if (!form.current) return;
    const wrong = firstWrong(form.current);
    (wrong ?? form.current).scrollIntoView({ block: wrong ? 'center' : 'start' });
    wrong?.focus({ preventScroll: true });
  }, [form, refusals]);
}
