// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createImportMachine, type ImportPreview } from '#machines/kernel/form/import.machine.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { importActors } from './import-actors.ts';
import ImportDrawer, { type ImportRowShown } from './import-drawer.tsx';

const people = createImportMachine<ImportRowShown>({ id: 'peopleImport', maxBytes: 2000 });

const answer: ImportPreview<ImportRowShown> = {
  total: 3,
  good: 2,
  bad: 1,
  rows: [
    { row: 4, values: { account: 'Li' }, errors: [{ message: 'Account (column A): “Li” is not allowed' }] },
    { row: 2, values: { account: 'wang' }, errors: [] },
    { row: 3, values: { account: 'zhao' }, errors: [] },
  ],
};

const preview = vi.fn();
const start = vi.fn();
const template = vi.fn();

function show() {
  preview.mockReset().mockResolvedValue(answer);
  start.mockReset().mockResolvedValue({ batch_id: 7 });
  template.mockReset();
  const { actors, actions } = importActors<ImportRowShown>({ preview, start });
  const actor = createActor(people.provide({ actors, actions })).start();
  actor.send({ type: 'import.opened' });
  renderUi(
    <ImportDrawer
      importing={actor}
      what="accounts"
      columns={[{ key: 'account', title: 'Account' }]}
      most={{ megabytes: 2, rows: 2000 }}
      isTemplateBusy={false}
      onTemplate={template}
    />,
  );
  return actor;
}

const sheet = (name = 'people.xlsx', text = 'PK…') => new File([text], name);
const field = () => screen.getByLabelText<HTMLInputElement>(/Drop the file here/);
const choose = (file: File) => fireEvent.change(field(), { target: { files: [file] } });

afterEach(cleanup);

describe('an import', () => {
  it('takes the focus to its file field, says what it takes, and offers the template', async () => {
    show();
    expect(document.activeElement).toBe(field());
    screen.getByText('One .xlsx file, up to 2 MB and 2,000 rows');
    await userEvent.click(screen.getByRole('button', { name: 'Download template' }));
    expect(template).toHaveBeenCalledOnce();
  });

  it('shows the rows with errors first, and how many are good', async () => {
    show();
    choose(sheet());
    await screen.findByText('2 ready, 1 with errors');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '4LiAccount (column A): “Li” is not allowed',
      '2wangReady to import',
      '3zhaoReady to import',
    ]);
    screen.getByText(/Rows with errors are skipped/);
  });

  it('keeps the focus: on what was found, and back on the field where another file is wanted', async () => {
    show();
    choose(sheet());
    await screen.findByText('2 ready, 1 with errors');
    expect(document.activeElement?.textContent).toContain('2 ready, 1 with errors');
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(document.activeElement).toBe(field());
  });

  it('sends the file as it was read, once, and is gone when it began', async () => {
    const actor = show();
    choose(sheet('people.xlsx', 'PK\u0003\u0004'));
    await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
    const file = { name: 'people.xlsx', content: btoa('PK\u0003\u0004') };
    expect(preview.mock.calls[0]?.[0]).toEqual({ file });
    expect(start).toHaveBeenCalledExactlyOnceWith({ file, idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await expect.poll(() => actor.getSnapshot().value).toBe('closed');
  });

  it('takes a file that is dropped', async () => {
    show();
    const zone = field().closest('label') as HTMLElement;
    fireEvent.dragOver(zone);
    expect(zone.className).toContain('over');
    fireEvent.drop(zone, { dataTransfer: { files: [sheet()] } });
    await screen.findByText('2 ready, 1 with errors');
  });

  it.each([
    ['of another type', sheet('people.csv'), 'Only .xlsx files can be imported'],
    ['that is too large', sheet('people.xlsx', 'x'.repeat(2001)), 'The file exceeds 2 MB'],
    ['that is empty', sheet('people.xlsx', ''), 'The file is empty'],
  ])('says why a file %s is not taken, and sends nothing', async (_, file, words) => {
    show();
    choose(file);
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(preview).not.toHaveBeenCalled();
  });

  it('shows the words of the server where a file was not understood, and keeps the file', async () => {
    show();
    const refusal = Object.assign(new Error('Check the marked fields'), {
      traceId: 'trace-5',
      data: { errors: [{ field: 'file', rule: 'sheetEmpty', message: 'The sheet has no data rows' }] },
    });
    preview.mockRejectedValueOnce(refusal);
    choose(sheet());
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be checked. It is still sele.*no data rows.*trace-5/);
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('2 ready, 1 with errors');
  });

  it('offers no import without a good row', async () => {
    show();
    preview.mockResolvedValue({ ...answer, good: 0, bad: 3 });
    choose(sheet());
    await screen.findByText('No rows can be imported');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 0 rows' }).disabled).toBe(true);
  });

  it('asks with the same key when the answer was lost, and begins nothing twice', async () => {
    show();
    start.mockRejectedValueOnce(new Error('no network'));
    choose(sheet());
    await userEvent.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
    expect((await screen.findByText('We can’t tell whether the import has started')).parentElement?.textContent).toContain('no network');
    expect(screen.queryByRole('button', { name: 'Import 2 rows' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    const keys = start.mock.calls.map(([request]) => request.idempotency_key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('can be pointed at another file, and left with Escape', async () => {
    const actor = show();
    choose(sheet());
    await screen.findByText('2 ready, 1 with errors');
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    choose(sheet('other.xlsx'));
    await screen.findByText('other.xlsx');
    within(screen.getByRole('dialog', { name: 'Import accounts' }));
    await userEvent.keyboard('{Escape}');
    expect(actor.getSnapshot().value).toBe('closed');
  });
});
