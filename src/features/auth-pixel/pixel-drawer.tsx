import { useSelector } from '@xstate/react';
import { pixelCapiWords, pixelColumnWords, pixelHealthWords } from '#contracts/vocabulary/pixels.ts';
import type { PixelRow } from '#machines/auth-pixel/pixel-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssigneeTags, PixelStatusTag, RefTags } from '#src/parts/assets/index.ts';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { CopyButton, CopyText } from '#src/ui/text/copy-text.tsx';
import type { PixelParts } from './pixel-table.tsx';
import { browserCode, serverCode } from './snippets.ts';
import './pixel.css';

const STEPS = ['code', 'visit', 'test', 'server'] as const;

/** Details of a pixel with its installation code. */
export function PixelDrawer({ shown, list }: Pick<PixelParts, 'shown' | 'list'>) {
  const t = useText();
  const opened = useSelector(shown, (state) => state.context.row);
  const newest = useSelector(list, (state) => state.context.answer?.rows.find(({ id }) => id === opened?.id));
  const row = opened && (newest ?? opened);
  if (!row) return null;
  return (
    <DetailDrawer open title={t('pixel.drawerTitle', { name: row.name })} onClose={() => shown.send({ type: 'pixel.closed' })}>
      {row.last_fired_at === null && (
        <Remark kind="warn" title={t('pixel.neverTitle')}>
          <ol className="ads-pixel-steps">
            {STEPS.map((step) => (
              <li key={step}>{t(`pixel.step.${step}`)}</li>
            ))}
          </ol>
        </Remark>
      )}
      <Facts row={row} />
      <Code title={t('pixel.browserCode')} note={t('pixel.browserNote')} text={browserCode(row.platform_pixel_id)} />
      <Code title={t('pixel.serverCode')} note={t('pixel.serverNote')} text={serverCode(row.platform_pixel_id)} />
    </DetailDrawer>
  );
}

function Facts({ row }: { row: PixelRow }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  return (
    <FormSection title={t('pixel.facts')}>
      <dl className="ads-asset-facts">
        <dt>{w(pixelColumnWords.platform_pixel_id)}</dt>
        <dd>
          <CopyText text={row.platform_pixel_id} label={w(pixelColumnWords.platform_pixel_id)} />
        </dd>
        <dt>{w(pixelColumnWords.status)}</dt>
        <dd>
          <PixelStatusTag status={row.status} hint={row.sync_error ?? undefined} />
        </dd>
        <dt>{w(pixelColumnWords.last_fired_at)}</dt>
        <dd>{row.last_fired_at === null ? w(pixelHealthWords.never) : format.instant(row.last_fired_at)}</dd>
        <dt>{w(pixelColumnWords.owner_account)}</dt>
        <dd>{row.owner_account.label}</dd>
        <dt>{w(pixelColumnWords.owner_business)}</dt>
        <dd>{row.owner_business ?? DASH}</dd>
        <dt>{w(pixelColumnWords.shared_accounts)}</dt>
        <dd>{format.number(row.shared_accounts)}</dd>
        <dt>{w(pixelColumnWords.sites)}</dt>
        <dd>
          <RefTags refs={row.sites} />
        </dd>
        <dt>{w(pixelColumnWords.capi_enabled)}</dt>
        <dd>
          {w(row.capi_enabled ? pixelCapiWords.yes : pixelCapiWords.no)} ·{' '}
          {t(row.capi_token_set ? 'pixel.capiTokenSet' : 'pixel.capiTokenNone')}
        </dd>
        <dt>{t('pixel.testEventCode')}</dt>
        <dd>{row.test_event_code ?? DASH}</dd>
        <dt>{w(pixelColumnWords.personal_account)}</dt>
        <dd>{row.personal_account.label}</dd>
        <dt>{w(pixelColumnWords.assignees)}</dt>
        <dd>
          <AssigneeTags assignees={row.assignees} shown={8} />
        </dd>
      </dl>
    </FormSection>
  );
}

function Code({ title, note, text }: { title: string; note: string; text: string }) {
  return (
    <FormSection title={title} note={note}>
      <div className="ads-pixel-code">
        <pre role="group" aria-label={title} tabIndex={0}>
          <code>{text}</code>
        </pre>
        <CopyButton text={text} label={title} />
      </div>
    </FormSection>
  );
}
