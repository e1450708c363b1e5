import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import {
  type assetSheet,
  type SheetAnswer,
  type SheetList,
  type SheetSubject,
  sheetLists,
} from '#machines/parts/assets/asset-sheet.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import './assets.css';

type Sheet = ActorRefFrom<typeof assetSheet>;

const pages: Readonly<Record<SheetList, string>> = {
  accounts: '/auth/account',
  homepages: '/auth/homepage',
  pixels: '/auth/pixel',
  campaigns: '/advertising/start',
  operations: '/advertising/copy-log',
};

/** Pages belong to people, campaigns to accounts. */
const listsOf: Readonly<Record<SheetSubject['asset_type'], readonly SheetList[]>> = {
  ad_account: ['pixels', 'campaigns', 'operations'],
  personal_account: ['accounts', 'homepages', 'pixels', 'operations'],
};

/** The address of a whole list. */
function addressOf(list: SheetList, { asset_type, id }: SheetSubject): string {
  const query = (fields: Record<string, string>) => `${pages[list]}?${new URLSearchParams(fields)}`;
  if (list === 'operations') return query({ tab: 'operations', target: `${asset_type}#${id}` });
  if (list === 'campaigns') return query({ ad_account_id: String(id) });
  return query({ [asset_type === 'ad_account' ? 'account_id' : 'personal_account_id']: String(id) });
}

/** Opens the sheet of an asset with the lists that the user may open. */
export function useOpenSheet(sheet: Sheet, asset_type: SheetSubject['asset_type']) {
  const { canOpen } = useViewer();
  return useCallback(
    ({ id, name }: { id: number; name: string }) =>
      sheet.send({
        type: 'detail.opened',
        subject: { asset_type, id, name, lists: listsOf[asset_type].filter((list) => canOpen(pages[list])) },
      }),
    [sheet, asset_type, canOpen],
  );
}

interface SheetDrawerProps {
  sheet: Sheet;
  /** What the row of the asset says, by the names of its columns. Empty once the row is no longer listed. */
  facts: (id: number) => readonly [label: string, value: ReactNode][];
  /** Opens the form; undefined where the user may not edit. */
  editOf: (id: number) => (() => void) | undefined;
}

/** What an asset is, what belongs to it, and what was last done with it. Always rendered by the page. */
export function AssetSheetDrawer(props: SheetDrawerProps) {
  const subject = useSelector(props.sheet, (state) => (state.hasTag('open') ? state.context.subject : undefined));
  return subject ? <OpenSheet {...props} subject={subject} /> : null;
}

function OpenSheet({ sheet, subject, facts, editOf }: SheetDrawerProps & { subject: SheetSubject }) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(sheet);
  const close = () => sheet.send({ type: 'detail.closed' });
  const edit = editOf(subject.id);
  const editThis = () => {
    close();
    edit?.();
  };
  return (
    <DetailDrawer open title={subject.name} onClose={close} footer={edit && <Button onClick={editThis}>{t('assets.sheet.edit')}</Button>}>
      <FormSection title={t('assets.sheet.facts')}>
        <dl className="ads-asset-facts">
          {facts(subject.id).map(([label, value]) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </FormSection>
      {busy && !answer && <LoadingBlock />}
      {failure && <FailureRemark failure={failure} title={t('assets.sheet.failed')} onRetry={refresh} />}
      {answer && sheetLists.map((list) => <Lines key={list} list={list} found={answer[list]} to={addressOf(list, subject)} />)}
    </DetailDrawer>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Lines({ list, found, to }: { list: SheetList; found: SheetAnswer[SheetList]; to: string }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  if (!found) return null;
  const say = (text: string | Words) => (typeof text === 'string' ? text : w(text));
  return (
    <FormSection title={t(`assets.sheet.${list}`)}>
      {found.lines.length === 0 && <p>{t('assets.sheet.none')}</p>}
      {found.lines.length > 0 && (
        <>
          <ul className="ads-asset-lines">
            {found.lines.map(({ id, text, note, at }) => (
              <li key={id}>
                <span>{say(text)}</span>
                <small className="ads-numbers">{at ? `${format.instant(at)} · ${say(note)}` : say(note)}</small>
              </li>
            ))}
          </ul>
          <Link className="ads-link-button" to={to}>
            {t('assets.sheet.all', { count: format.number(found.total) })}
          </Link>
        </>
      )}
    </FormSection>
  );
}
