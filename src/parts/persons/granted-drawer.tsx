import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { adAccountColumnWords } from '#contracts/vocabulary/ad-accounts.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { homepageStatuses } from '#contracts/vocabulary/homepages.ts';
import { personalColumnWords } from '#contracts/vocabulary/personal-accounts.ts';
import { pixelStatuses } from '#contracts/vocabulary/pixels.ts';
import type { authorisingMachine } from '#machines/parts/assets/authorising.machine.ts';
import { type ImportValues, importCount } from '#machines/parts/assets/authorising-rules.ts';
import { type FoundObject, isSwitched } from '#machines/parts/assets/discover.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer, FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { AccountStatusTag, FoundList, HomepageStatusTag, PixelStatusTag, SwitchRemark } from '../assets/index.ts';
import { ScopeList } from './scope-tags.tsx';

const homepageTag = ({ status }: FoundObject) => {
  const knownStatus = homepageStatuses.find((one) => one === status);
  return knownStatus && <HomepageStatusTag status={knownStatus} />;
};
const pixelTag = ({ status }: FoundObject) => {
  const knownStatus = pixelStatuses.find((one) => one === status);
  return knownStatus && <PixelStatusTag status={knownStatus} />;
};

/** The second step: granted and missing permissions, and the assets to import. */
export function GrantedDrawer({ authorising }: { authorising: ActorRefFrom<typeof authorisingMachine> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { answer, values, faults, failure, refusals } = useSelector(authorising, (state) => state.context);
  const busy = useSelector(authorising, (state) => state.hasTag('writing'));
  const leaving = useSelector(authorising, (state) => state.matches({ granted: 'leaving' }));
  const dismiss = () => authorising.send({ type: 'authorising.dismissed' });
  const change = (changes: Partial<ImportValues>) => authorising.send({ type: 'authorising.fieldChanged', changes });
  const title = answer?.name ? t('persons.granted.title', { name: answer.name }) : t('persons.granted.titleNameless');
  const missing = answer && answer.missing_scopes.length > 0 && (
    <Remark kind="warn" title={t('persons.granted.missing')}>
      <ScopeList scopes={answer.missing_scopes} />
    </Remark>
  );
  const found = answer?.found;
  if (!found) {
    return (
      <DetailDrawer
        open
        title={title}
        onClose={dismiss}
        footer={
          <Button type="primary" onClick={dismiss}>
            {t('persons.done')}
          </Button>
        }
      >
        {missing}
        <Remark kind="info" title={t('persons.granted.later')} />
      </DetailDrawer>
    );
  }
  const count = importCount(values);
  const isNothingChosen = faults.account_ids && count === 0;
  const chosen = [...values.account_ids, ...values.page_ids, ...values.pixel_ids];
  const switched = [...found.accounts, ...found.homepages, ...found.pixels].filter((one) => isSwitched(one, chosen)).length;
  return (
    <FormDrawer
      open
      title={title}
      done={false}
      saveText={count > 0 ? t('assets.discover.button', { count, shown: format.number(count) }) : t('assets.discover.buttonNone')}
      busy={busy}
      failure={failure}
      refusals={refusals}
      onSave={() => authorising.send({ type: 'authorising.confirmed', key: newRequestKey() })}
      onClose={dismiss}
      asking={leaving}
      onLeaveConfirmed={dismiss}
      onLeaveCancelled={() => authorising.send({ type: 'authorising.leaveCancelled' })}
      {...(isNothingChosen && { others: [t('persons.granted.nothing')] })}
    >
      {missing}
      <p>{t('persons.granted.text')}</p>
      <ChoiceField
        as="radio"
        label={w(adAccountColumnWords.biz)}
        value={values.biz}
        options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
        onChange={(biz) => change({ biz })}
        fault={faults.biz}
        disabled={busy}
        required
      />
      <FoundList
        label={w(personalColumnWords.accounts)}
        found={found.accounts}
        chosen={values.account_ids}
        onChange={(account_ids) => change({ account_ids })}
        statusOf={({ status }) => <AccountStatusTag status={Number(status)} />}
        fault={isNothingChosen ? undefined : faults.account_ids}
        disabled={busy}
      />
      <FoundList
        label={w(personalColumnWords.homepages)}
        found={found.homepages}
        chosen={values.page_ids}
        onChange={(page_ids) => change({ page_ids })}
        statusOf={homepageTag}
        fault={faults.page_ids}
        disabled={busy}
      />
      <FoundList
        label={w(personalColumnWords.pixels)}
        found={found.pixels}
        chosen={values.pixel_ids}
        onChange={(pixel_ids) => change({ pixel_ids })}
        statusOf={pixelTag}
        fault={faults.pixel_ids}
        disabled={busy}
      />
      <SwitchRemark count={switched} />
    </FormDrawer>
  );
}
