import {
  addContent,
  contentsOf,
  creativesOf,
  MAX_CONTENTS,
  openContent,
  removeContent,
} from '#machines/advertising-publish/publish-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'dramas' | 'products'>;
  /** Dramas or products can be added and removed here. */
  isEditable?: boolean;
}

/** The dramas or products of the publish; the fields below belong to the chosen one. */
export function ContentTabs({ form: { values, scheme, change, field }, parts: { dramas, products }, isEditable = false }: Props) {
  const t = useText();
  const all = contentsOf(values);
  const { nameOf } = usePicker(values.biz === 'ec' ? products : dramas, { chosen: all.map(({ content_id }) => content_id) });
  const isNew = values.content_id === undefined;
  const biz = values.biz || 'dj';
  const { fault } = field('further');
  if (all.length === 0 || (!isEditable && all.length === 1)) return null;
  return (
    <div className="ads-publish-contents" role="group" aria-label={t(`publish.contents.${biz}`)}>
      {(all.length > 1 || isNew) &&
        all.map((choice, at) => (
          <button
            key={choice.content_id}
            type="button"
            className="ads-publish-content"
            aria-pressed={!isNew && at === values.content_at}
            onClick={() => change(openContent(values, at))}
          >
            {nameOf(choice.content_id) ?? `#${choice.content_id}`}{' '}
            <span className="ads-quiet">{t('publish.contents.creatives', { count: creativesOf(choice, scheme) })}</span>
          </button>
        ))}
      {isEditable && !isNew && all.length < MAX_CONTENTS && (
        <button type="button" className="ads-link-button" onClick={() => change(addContent(values))}>
          {t(`publish.contents.add.${biz}`)}
        </button>
      )}
      {isEditable && (all.length > 1 || isNew) && (
        <button type="button" className="ads-link-button" onClick={() => change(removeContent(values))}>
          {t(`publish.contents.remove.${biz}`)}
        </button>
      )}
      {fault && 'message' in fault && (
        <p role="alert" className="ads-publish-error">
          {fault.message}
        </p>
      )}
    </div>
  );
}
