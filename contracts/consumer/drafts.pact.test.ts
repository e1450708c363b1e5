import { expect, it } from 'vitest';
import { draftSaved, nothingElse, signedInAs } from '#contracts/states/states.ts';
import { deleteDraft, getDraft, saveDraft } from '#src/services/drafts.service.ts';
import { describePact, success } from './exchange.ts';
import { instant } from './matching.ts';
import { askWrongly } from './refused.ts';

const form = 'roleForm';
const values = { name: '投放组', paths: ['/index'] };
const at = '2026-11-20T08:00:00.000Z';

describePact('drafts', (ask) => {
  it('returns no draft when none was saved', () =>
    ask(
      { given: [signedInAs('staff'), nothingElse()], path: '/api/sys-drafts/get', body: { form }, reply: success({ draft: null }) },
      async () => expect(await getDraft({ form })).toEqual({ draft: null }),
    ));

  it('returns the draft of a new object', () =>
    ask(
      {
        given: [signedInAs('staff'), draftSaved({ by: 'staff', form, subject_id: null, version: null, values })],
        path: '/api/sys-drafts/get',
        body: { form },
        reply: success({ draft: { values, version: null, saved_at: instant(at) } }),
      },
      async () => expect(await getDraft({ form })).toEqual({ draft: { values, version: null, saved_at: at } }),
    ));

  it('returns the draft of a change', () =>
    ask(
      {
        given: [signedInAs('staff'), draftSaved({ by: 'staff', form, subject_id: 31, version: 3, values })],
        path: '/api/sys-drafts/get',
        body: { form, subject_id: 31 },
        reply: success({ draft: { values, version: 3, saved_at: instant(at) } }),
      },
      async () => expect(await getDraft({ form, subject_id: 31 })).toEqual({ draft: { values, version: 3, saved_at: at } }),
    ));

  it('saves the draft of a change', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-drafts/save',
        body: { form, subject_id: 31, version: 3, values },
        reply: success({ saved_at: instant(at) }),
      },
      async () => expect(await saveDraft({ form, subject_id: 31, version: 3, values })).toEqual({ saved_at: at }),
    ));

  it('refuses to save a draft of a form without a name', () =>
    askWrongly(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-drafts/save',
      body: { form: ' ', values },
      field: 'form',
      rule: 'blank',
      message: 'form不能为空',
      call: () => saveDraft({ form: ' ', values }),
      quiet: true,
    }));

  it('deletes a draft', () =>
    ask(
      {
        given: [signedInAs('staff'), draftSaved({ by: 'staff', form, subject_id: 31, version: 3, values })],
        path: '/api/sys-drafts/delete',
        body: { form, subject_id: 31 },
        reply: success({}),
      },
      async () => expect(await deleteDraft({ form, subject_id: 31 })).toEqual({}),
    ));
});
