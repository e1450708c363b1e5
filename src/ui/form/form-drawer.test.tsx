// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, type Mock, vi } from 'vitest';
import type { FieldFault } from '#machines/kernel/form/faults.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { MultiChoiceField } from '../pick/choice-fields.tsx';
import type { ConflictChange } from './conflict-changes.ts';
import type { FormDraft } from './draft-bar.tsx';
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx';
import { TextField } from './text-fields.tsx';

afterEach(cleanup);

const createCallbacks = () => ({
  onSave: vi.fn(),
  onClose: vi.fn(),
  onLeaveConfirmed: vi.fn(),
  onLeaveCancelled: vi.fn(),
  onLatest: vi.fn(),
  onOverwrite: vi.fn(),
});
type Spies = ReturnType<typeof createCallbacks>;

function drawer(callbacks: Spies, props: Partial<FormDrawerProps> = {}, faults: { name?: FieldFault; remark?: FieldFault } = {}) {
  return (
    <FormDrawer open title="New role" saveText="Create role" {...callbacks} {...props}>
      <TextField label="Name" value="" onChange={vi.fn()} fault={faults.name} />
      <TextField label="Remark" value="" onChange={vi.fn()} fault={faults.remark} />
    </FormDrawer>
  );
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create role' });

describe('form drawer', () => {
  it('is a dialog with a title, and focuses its first field', () => {
    renderUi(drawer(createCallbacks()));
    expect(screen.getByRole('dialog', { name: 'New role' }).getAttribute('aria-modal')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  it('closes with Escape when the focused element is gone', async () => {
    const callbacks = createCallbacks();
    renderUi(drawer(callbacks));
    screen.getByRole('textbox', { name: 'Name' }).blur();
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('{Escape}');
    expect(callbacks.onClose).toHaveBeenCalledTimes(1);
  });

  it('returns the focus to the opener, and restores the page', async () => {
    function Opener() {
      const [open, setOpen] = useState(false);
      return (
        <main>
          <button type="button" onClick={() => setOpen(true)}>
            open
          </button>
          {drawer({ ...createCallbacks(), onClose: vi.fn(() => setOpen(false)) }, { open })}
        </main>
      );
    }
    const { container } = renderUi(<Opener />);
    const opener = screen.getByRole('button', { name: 'open' });
    await userEvent.click(opener);
    expect(container.inert).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(container.inert).toBe(false);
    expect(document.activeElement).toBe(opener);
  });

  it('traps the Tab key', async () => {
    renderUi(drawer(createCallbacks()));
    save().focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(save());
  });

  it('saves with its button and when its form is submitted', async () => {
    const callbacks = createCallbacks();
    renderUi(drawer(callbacks));
    await userEvent.click(save());
    fireEvent.submit(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).form as HTMLFormElement);
    expect(callbacks.onSave).toHaveBeenCalledTimes(2);
  });

  it('is locked while it saves', async () => {
    const callbacks = createCallbacks();
    renderUi(drawer(callbacks, { busy: true }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).closest('fieldset')?.disabled).toBe(true);
    await userEvent.click(save());
    await userEvent.keyboard('{Escape}');
    expect(callbacks.onSave).not.toHaveBeenCalled();
    expect(callbacks.onClose).not.toHaveBeenCalled();
  });

  it('asks before typed values are lost; staying is the default', async () => {
    const callbacks = createCallbacks();
    renderUi(drawer(callbacks, { asking: true }));
    expect(screen.getByRole('alertdialog', { name: /unsaved changes/ })).toBeTruthy();
    const stay = screen.getByRole('button', { name: 'Keep editing' });
    expect(document.activeElement).toBe(stay);
    await userEvent.keyboard('{Escape}');
    expect(callbacks.onLeaveCancelled).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(callbacks.onLeaveConfirmed).toHaveBeenCalledOnce();
    expect(callbacks.onClose).not.toHaveBeenCalled();
  });

  it('focuses the first invalid field once per refusal', async () => {
    const callbacks = createCallbacks();
    const { rerender } = renderUi(drawer(callbacks, { refusals: 0 }));
    save().focus();
    rerender(drawer(callbacks, { refusals: 1 }, { remark: { rule: 'stringMax', params: { max: 200 } } }));
    const remark = screen.getByRole('textbox', { name: 'Remark' });
    expect(document.activeElement).toBe(remark);
    expect(screen.getByText('Remark must be at most 200 characters')).toBeTruthy();
    save().focus();
    rerender(drawer(callbacks, { refusals: 1 }, { remark: { rule: 'stringMax', params: { max: 200 } } }));
    expect(document.activeElement).toBe(save());
    rerender(drawer(callbacks, { refusals: 2 }, { name: { rule: 'required' }, remark: { rule: 'required' } }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  it('shows who saved in the meantime and what, and offers to load or overwrite it', async () => {
    const callbacks = createCallbacks();
    const changes: ConflictChange[] = [
      { label: 'Name', start: 'Z', latest: 'B', mine: 'A', by: 'both' },
      { label: 'Remark', start: '', latest: '', mine: 'mine', by: 'me' },
      { label: 'Pages', start: 'none', latest: 'all', mine: 'none', by: 'them' },
    ];
    renderUi(drawer(callbacks, { conflict: { by: 'Li Jing', at: '2026-11-20T01:02:03Z', changes } }));
    const remark = screen.getByRole('alert');
    expect(remark.textContent).toContain('Li Jing changed this at 2026-11-20 09:02');
    expect(screen.getByRole('row', { name: 'Name changed by both Z B A' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Remark — unchanged mine' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Pages none all unchanged' })).toBeTruthy();
    expect(remark.textContent).toContain('only the fields you changed (Name, Remark) are saved');
    expect(screen.queryByRole('button', { name: 'Create role' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Load latest' }));
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite' }));
    expect(callbacks.onLatest).toHaveBeenCalledOnce();
    expect(callbacks.onOverwrite).toHaveBeenCalledOnce();
  });

  it('focuses an invalid group even when none of its boxes is invalid', () => {
    const boxes = (refusals: number, fault?: FieldFault) => (
      <FormDrawer open title="New role" {...createCallbacks()} refusals={refusals}>
        <TextField label="Name" value="" onChange={vi.fn()} />
        <MultiChoiceField as="checks" label="Kinds" value={[]} options={[{ value: 1, label: 'One' }]} onChange={vi.fn()} fault={fault} />
      </FormDrawer>
    );
    const { rerender } = renderUi(boxes(0));
    rerender(boxes(1, { rule: 'required' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'One' }));
  });

  it('shows a failure with its trace id, and refusals without a field', () => {
    renderUi(drawer(createCallbacks(), { failure: { message: 'No connection', traceId: 'abc' }, others: ['timezone: unknown'] }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^No connection.*abc/),
      'Could not savetimezone: unknown',
    ]);
  });
});

describe('form draft', () => {
  const draft = (more: Partial<FormDraft> = {}): FormDraft => ({
    found: { savedAt: '2026-11-20T02:32:00Z', isOlder: false, isWithoutSecrets: false },
    storedAt: undefined,
    replacesTyped: false,
    onRestore: vi.fn(),
    onDiscard: vi.fn(),
    ...more,
  });

  it('is offered with its time, and restored or discarded', async () => {
    const offered = draft();
    renderUi(drawer(createCallbacks(), { draft: offered }));
    expect(screen.getByText('You have an unfinished form from 2026-11-20 10:32')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect([offered.onRestore, offered.onDiscard].map((callbacks) => (callbacks as Mock).mock.calls.length)).toEqual([1, 1]);
  });

  it('shows only the time when it was saved today', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
    renderUi(drawer(createCallbacks(), { draft: draft() }));
    vi.useRealTimers();
    expect(screen.getByText('You have an unfinished form from 10:32')).toBeTruthy();
  });

  it('says what restoring it would do', () => {
    const found = { savedAt: '2026-11-20T02:32:00Z', isOlder: true, isWithoutSecrets: true };
    renderUi(drawer(createCallbacks(), { draft: draft({ found, replacesTyped: true }) }));
    for (const said of [/has changed since then/, /Passwords are not autosaved/, /replaces what is in the form now/])
      expect(screen.getByText(said)).toBeTruthy();
  });

  it('is not offered during a conflict, a question or a save', () => {
    const conflict = { by: 'Li', at: '2026-11-20T01:02:03Z', changes: [] };
    const queryOffer = () => screen.queryByRole('button', { name: 'Restore' });
    const { rerender } = renderUi(drawer(createCallbacks(), { draft: draft(), conflict }));
    expect(queryOffer()).toBeNull();
    rerender(drawer(createCallbacks(), { draft: draft(), busy: true }));
    expect(queryOffer()).toBeNull();
    rerender(drawer(createCallbacks(), { draft: draft(), asking: true }));
    expect(queryOffer()).toBeNull();
  });

  it('shows a note beside the buttons once the server has it', () => {
    renderUi(drawer(createCallbacks(), { draft: draft({ found: undefined, storedAt: '2026-11-20T02:32:00Z' }) }));
    expect(screen.getByText('Autosaved 2026-11-20 10:32')).toBeTruthy();
  });

  it('adds a third choice to the question about leaving', async () => {
    const callbacks = createCallbacks();
    const onLeavePostponed = vi.fn();
    const { rerender } = renderUi(drawer(callbacks, { asking: true, onLeavePostponed }));
    await userEvent.click(screen.getByRole('button', { name: 'Finish later' }));
    expect(onLeavePostponed).toHaveBeenCalledOnce();
    expect(callbacks.onLeaveConfirmed).not.toHaveBeenCalled();
    rerender(drawer(callbacks, { asking: true }));
    expect(screen.queryByRole('button', { name: 'Finish later' })).toBeNull();
  });
});
