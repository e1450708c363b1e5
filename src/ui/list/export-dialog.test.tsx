// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { createExportMachine, type ExportSubject, type RowCount } from '#machines/kernel/list/export.machine.ts';
import { asking } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { noticeBoard } from '../overlay/notices.ts';
import { ViewerProvider } from '../overlay/viewer.tsx';
import { ExportCommand } from './export-command.tsx';

type Query = { keyword: string };
const roles = createExportMachine<Query>({ id: 'roleExport' });
const columns = [
  { key: 'name', title: 'Role' },
  { key: 'users', title: 'People' },
];

let server: ReturnType<typeof asking<RowCount, { subject: ExportSubject<Query> }>>;
let tell: (event: AnyEventObject) => void;
const stopped = vi.fn();

function show(actions: string[] = ['export'], snapshot?: never) {
  server = asking();
  const download = fromCallback(({ sendBack }) => {
    tell = sendBack;
    return stopped;
  });
  const actor = createActor(roles.provide({ actors: { countRows: server.logic, download: download as never } }), { snapshot }).start();
  renderUi(
    <ViewerProvider viewer={{ id: 2, account: 'li', name: 'Li', isAdmin: 0, isLeader: false, actions, pages: [] }}>
      <ExportCommand exporting={actor} what="Roles" query={{ keyword: 'a' }} columns={columns} />
    </ViewerProvider>,
  );
  return actor;
}

const dialog = () => screen.findByRole('dialog', { name: 'Export Roles' });
const open = async (answer: RowCount = { count: 1234, max: 200_000 }) => {
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await dialog();
  await server.question().answer(answer);
};

// Fetched on demand; here it is there before the clock of a question begins.
beforeAll(() => import('./export-dialog.tsx'));

beforeEach(() => {
  stopped.mockReset();
});
afterEach(cleanup);

describe('an export', () => {
  it('says how many rows and which columns before anything is downloaded', async () => {
    const actor = show();
    await open();
    const shown = within(await dialog());
    await shown.findByText('1,234 rows and 2 columns, with the current filters and sorting:');
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Role', 'People']);
    expect(server.inputs()).toEqual([{ subject: { query: { keyword: 'a' }, columns: ['name', 'users'] } }]);
    expect(actor.getSnapshot().value).toBe('confirming');
  });

  it('goes on with Enter alone', async () => {
    const actor = show();
    await open();
    await screen.findByRole('button', { name: 'Export 1,234 rows' });
    await userEvent.keyboard('{Enter}');
    expect(actor.getSnapshot().value).toBe('downloading');
  });

  it('takes an Enter that comes before the number for none', async () => {
    const actor = show();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await dialog();
    await userEvent.keyboard('{Enter}');
    await server.question().answer({ count: 3, max: 10 });
    expect(actor.getSnapshot().value).toBe('confirming');
  });

  it('says that there are too many, and offers no download', async () => {
    show();
    await open({ count: 250_000, max: 200_000 });
    expect((await screen.findByRole('alert')).textContent).toContain('250,000 rows exceed the limit of 200,000 per file');
    expect(within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
  });

  it('says that there is nothing', async () => {
    show();
    await open({ count: 0, max: 200_000 });
    expect((await screen.findByRole('alert')).textContent).toContain('nothing to export');
  });

  it('shows how much has come, and is full only when the file is there', async () => {
    show();
    await open();
    await userEvent.keyboard('{Enter}');
    const bar = await screen.findByRole('progressbar', { name: 'Downloading' });
    expect(bar.hasAttribute('value')).toBe(false);
    tell({ type: 'export.progressed', received: 1500, expected: undefined });
    await screen.findByText('2 kB received');
    tell({ type: 'export.progressed', received: 1_500_000, expected: 3_000_000 });
    await screen.findByText('1.5 MB of about 3.0 MB received');
    expect(bar.getAttribute('value')).toBe('0.5');
    tell({ type: 'export.progressed', received: 3_400_000, expected: 3_000_000 });
    await screen.findByText('3.4 MB of about 3.4 MB received');
    expect(bar.getAttribute('value')).toBe('0.99');
    tell({ type: 'export.finished' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(noticeBoard.read().at(-1)).toMatchObject({ kind: 'toast', tone: 'success', content: 'Roles: 1,234 rows exported' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }));
  });

  it('is given up by its button, not by a stray Escape', async () => {
    const actor = show();
    await open();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('progressbar');
    await userEvent.keyboard('{Escape}');
    expect(actor.getSnapshot().value).toBe('downloading');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel download' }));
    expect(stopped).toHaveBeenCalledOnce();
    await screen.findByText('Download cancelled. No file was saved');
    await userEvent.click(screen.getByRole('button', { name: 'Export again' }));
    expect(server.questions).toHaveLength(2);
  });

  it('that failed says why, and can be tried again', async () => {
    const actor = show();
    await open();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('progressbar');
    tell({ type: 'export.failed', error: Object.assign(new Error('the file was cut off'), { traceId: 'trace-4' }) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Export failed. No file was saved.*the file was cut off.*trace-4/);
    await userEvent.keyboard('{Enter}');
    expect(actor.getSnapshot().value).toBe('counting');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that slept comes back closed, without its old numbers', async () => {
    const asleep = show();
    await open();
    const kept = JSON.parse(JSON.stringify(asleep.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    cleanup();
    const woken = show(['export'], kept);
    expect(woken.getSnapshot().value).toBe('idle');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not offered to those who may take nothing away', () => {
    show([]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
