import { describe, expect, it } from 'vitest';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { asking, stage } from '#tests/support/stage.ts';
import type { SaveOutcome, SaveRequest } from '../kernel/form/form-dialog.machine.ts';
import { blankChange, type ChangeSubject, changePasswordMachine, judgePasswords, type PasswordChange } from './change-password.machine.ts';

type Outcome = SaveOutcome<PasswordChange, object, ChangeSubject>;

function begin() {
  const server = asking<Outcome, SaveRequest<PasswordChange, ChangeSubject>>();
  const begun = stage(changePasswordMachine.provide({ actors: { save: server.logic } }));
  begun.actor.send({ type: 'form.opened', draft: { values: blankChange, subject: { account: 'li', isOffered: false } } });
  const submit = () => begun.actor.send({ type: 'form.submitted', key: anyIdempotencyKey.idempotency_key });
  const faults = () => begun.actor.getSnapshot().context.faults;
  return { server, submit, faults, ...begun };
}

describe('a password change', () => {
  it.each([
    [
      { old_pwd: '', new_pwd: '', repeat: '' },
      { old_pwd: 'empty', new_pwd: 'empty', repeat: 'empty' },
    ],
    [
      { old_pwd: 'a', new_pwd: 'short1', repeat: 'x' },
      { old_pwd: 'typed', new_pwd: 'badLength', repeat: 'different' },
    ],
    [
      { old_pwd: 'a', new_pwd: 'onlyletters', repeat: '' },
      { old_pwd: 'typed', new_pwd: 'badMixture', repeat: 'empty' },
    ],
    [
      { old_pwd: 'canary 77', new_pwd: 'canary 77', repeat: 'canary 77' },
      { old_pwd: 'typed', new_pwd: 'unchanged', repeat: 'same' },
    ],
    [
      { old_pwd: 'a', new_pwd: 'canary 77', repeat: 'canary 77' },
      { old_pwd: 'typed', new_pwd: 'good', repeat: 'same' },
    ],
  ])('judges %j as %j', (typed, verdicts) => {
    expect(judgePasswords(typed)).toEqual(verdicts);
  });

  it('is not sent before all three fields are valid', () => {
    const { actor, server, submit, faults } = begin();
    submit();
    expect(faults()).toEqual({ old_pwd: { rule: 'required' }, new_pwd: { rule: 'required' }, repeat: { rule: 'required' } });
    actor.send({ type: 'form.fieldChanged', changes: { old_pwd: 'typed', new_pwd: 'unchanged', repeat: 'different' } });
    submit();
    expect(faults()).toEqual({ new_pwd: { rule: 'unchanged' }, repeat: { rule: 'repeatedDifferently' } });
    actor.send({ type: 'form.fieldChanged', changes: { new_pwd: 'badMixture', repeat: 'same' } });
    submit();
    expect(faults()).toEqual({ new_pwd: { rule: 'letterAndDigit' } });
    expect(server.questions).toHaveLength(0);
  });

  it('is sent once, and shows a refusal of the old password at its field', async () => {
    const { actor, server, submit, faults } = begin();
    actor.send({ type: 'form.fieldChanged', changes: { old_pwd: 'typed', new_pwd: 'good', repeat: 'same' } });
    submit();
    submit();
    expect(server.questions).toHaveLength(1);
    await server.question().answer({ kind: 'refused', faults: { old_pwd: { message: 'The current password is wrong' } } });
    expect(faults()).toEqual({ old_pwd: { message: 'The current password is wrong' } });
    submit();
    await server.question().answer({ kind: 'saved', saved: {} });
    expect(actor.getSnapshot().value).toBe('closed');
  });
});
