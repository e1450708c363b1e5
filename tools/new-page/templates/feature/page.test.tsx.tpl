// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { {{Thing}}Row } from '#machines/{{name}}-management/{{name}}-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { ViewerProvider } from '#src/ui/viewer.tsx';
import { someKey } from '#tests/support/some-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  list{{Things}}: vi.fn(),
  create{{Thing}}: vi.fn(),
  edit{{Thing}}: vi.fn(),
  delete{{Thing}}: vi.fn(),
  export{{Things}}: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/{{names}}.service.ts', () => calls);

const drafts = vi.hoisted(() => ({ getDraft: vi.fn(), saveDraft: vi.fn(), deleteDraft: vi.fn() }));
vi.mock('#src/services/drafts.service.ts', () => drafts);

const prefs = vi.hoisted(() => ({ loadTableView: vi.fn(), saveTableView: vi.fn() }));
vi.mock('#src/services/prefs.service.ts', () => prefs);

vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/roles.service.ts', () => ({ simpleRoles: async () => ({ list: [] }) }));

const row = (id: number, name: string, more: Partial<{{Thing}}Row> = {}): {{Thing}}Row => ({
  id,
  version: 4,
  name,
  remark: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  ...more,
});
const north = row(5, 'North');
const south = row(6, 'South');

const refusal = (reason: string, data: object = {}) => new ApiError(`said: ${reason}`, 409, { reason, ...data });

let actor: AnyActorRef;

async function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <ViewerProvider
      viewer={{ id: 2, account: 'li', name: 'Li', isAdmin: {{viewerLevel}}, isLeader: false, actions: ['export'], pages: [] }}
    >
      <FeatureTexts messages={page.messages}>
        <View page={actor as never} />
      </FeatureTexts>
    </ViewerProvider>,
  );
  await waitFor(() => expect(calls.list{{Things}}).toHaveBeenCalled());
}

const drawer = () => within(screen.getByRole('dialog'));
const nameField = () => drawer().getByLabelText<HTMLInputElement>(/^\*Name/);
const rename = async (name: string) => {
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), name);
  await userEvent.click(drawer().getByRole('button', { name: 'Save' }));
};

beforeEach(() => {
  for (const call of [calls, drafts, prefs].flatMap((each) => Object.values(each))) call.mockReset();
  calls.export{{Things}}.count.mockReset();
  calls.list{{Things}}.mockResolvedValue({ list: [north, south], total: 2 });
  drafts.getDraft.mockResolvedValue({ draft: null });
  drafts.saveDraft.mockResolvedValue({ saved_at: '2026-11-20T08:00:00Z' });
  drafts.deleteDraft.mockResolvedValue({});
  prefs.loadTableView.mockResolvedValue(undefined);
  prefs.saveTableView.mockResolvedValue({});
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('the list of {{nouns}}', () => {
  it('asks with the filter of its address, and names it', async () => {
    await show('?keyword=No&sort=name.desc');
    expect(calls.list{{Things}}.mock.calls[0]?.[0]).toEqual({
      keyword: 'No',
      sort: [{ field: 'name', order: 'desc' }],
      page: 1,
      page_size: 20,
    });
    expect(await screen.findByRole('button', { name: 'Remove filter Name or remark: No' })).toBeDefined();
  });

  it('offers a new one where there is none', async () => {
    calls.list{{Things}}.mockResolvedValue({ list: [], total: 0 });
    await show();
    const empty = within((await screen.findByText('No {{nouns}} yet')).closest('div') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: 'New {{noun}}' }));
    expect(nameField().value).toBe('');
  });

  it('shows the columns that were kept, and exports these', async () => {
    prefs.loadTableView.mockResolvedValue({ shown: ['name', 'created_at', 'do'], density: 'compact' });
    calls.export{{Things}}.count.mockResolvedValue({ count: 300_000, max: 200_000 });
    await show();
    expect(await screen.findByRole('columnheader', { name: 'Created' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Remark' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(calls.export{{Things}}.count.mock.calls[0]?.[0].columns).toEqual(['name', 'created_at']));
  });
});

describe('a new {{noun}}', () => {
  it('keeps everything typed when its name is taken, and says so at the field', async () => {
    calls.create{{Thing}}.mockRejectedValueOnce(refusal('DUPLICATE', { field: 'name' })).mockResolvedValueOnce(row(9, 'North 2'));
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New {{noun}}' }));
    await userEvent.type(drawer().getByLabelText(/^Remark/), 'cold');
    await userEvent.type(nameField(), 'North');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));

    const name = await drawer().findByRole('textbox', { name: /Name/, description: /said: DUPLICATE/ });
    await userEvent.type(name, ' 2 ');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.create{{Thing}}).toHaveBeenLastCalledWith({ name: 'North 2', remark: 'cold', ...someKey });
    expect(calls.list{{Things}}).toHaveBeenCalledTimes(2);
  });
});

describe('an edit', () => {
  const openNorth = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit North' }));

  it('sends the version and only what was changed', async () => {
    calls.edit{{Thing}}.mockResolvedValue(north);
    await show();
    await openNorth();
    await rename('East');
    await waitFor(() => expect(calls.edit{{Thing}}).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, name: 'East', ...someKey }));
  });

  it('that was overtaken says who changed what and when, and overwrites only what was changed here', async () => {
    const latest = row(5, 'Theirs', { version: 7, remark: 'new' });
    calls.edit{{Thing}}
      .mockRejectedValueOnce(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest }))
      .mockResolvedValueOnce(latest);
    await show();
    await openNorth();
    await rename('Mine');
    expect(await drawer().findByText('Lin changed this at 2026-11-20 16:30; yours is not saved yet')).toBeDefined();
    await userEvent.click(drawer().getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(calls.edit{{Thing}}).toHaveBeenLastCalledWith({ id: 5, version: 7, name: 'Mine', ...someKey }));
  });
});

describe('a deletion', () => {
  it('is sent once its name is typed, and the list is asked for again', async () => {
    calls.delete{{Thing}}.mockResolvedValue({});
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete South' }));
    const dialog = within(screen.getByRole('alertdialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(confirm.disabled).toBe(true);
    await userEvent.type(dialog.getByRole('textbox'), 'South');
    await userEvent.click(confirm);
    await waitFor(() => expect(calls.delete{{Thing}}).toHaveBeenCalledExactlyOnceWith({ id: 6 }));
    await waitFor(() => expect(calls.list{{Things}}).toHaveBeenCalledTimes(2));
  });
});
