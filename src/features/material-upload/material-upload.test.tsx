// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  add,
  before,
  choose,
  fileOf,
  hashing,
  MIB,
  media,
  opened,
  performance,
  press,
  rowOf,
  send,
  sending,
  show,
  uploads,
} from '#tests/support/upload-page.tsx';

describe('the output of the month', () => {
  it('is that of the user as an editor, as the report of creatives counts it', async () => {
    await show();
    const cards = (await screen.findByText('Uploaded this month')).closest('dl') as HTMLElement;
    await waitFor(() => expect(cards.textContent).toBe('Uploaded this month12Used3Use rate25.00%Hits1'));
    expect(performance.queryPerformance.mock.calls[0]?.[0]).toEqual({
      date_from: expect.stringMatching(/^\d{4}-\d{2}-01$/),
      date_to: expect.any(String),
      group_by: ['creator'],
      filters: { biz: 'dj', creator_id: [2] },
      metrics: ['uploaded', 'used', 'use_rate', 'hits'],
    });
  });
});

describe('added files', () => {
  it('are refused one by one before sending, each with its reason', async () => {
    await show();
    await add(
      fileOf('virus.exe'),
      fileOf('empty.mp4', 0),
      fileOf('huge.mov', 1024 * MIB + 1),
      fileOf('poster.png', 30 * MIB + 1),
      fileOf('good.mp4'),
    );
    const refusals = ['virus.exe', 'empty.mp4', 'huge.mov', 'poster.png'].map((name) => {
      const row = rowOf(name);
      expect(row.getByText('Not accepted')).toBeTruthy();
      return row.getByText(/^(Only|The file|Videos|Images)/).textContent;
    });
    expect(refusals).toEqual([
      'Only MP4, MOV, JPG and PNG can be uploaded',
      'The file is empty',
      'Videos can be up to 1 GB',
      'Images can be up to 30 MB',
    ]);
    expect(rowOf('good.mp4').getByText('Not started')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload 1 file' })).toBeTruthy();
    await press('Clear finished');
    await waitFor(() => expect(screen.queryByText('virus.exe')).toBeNull());
    expect(screen.getByText('good.mp4', { selector: 'small' })).toBeTruthy();
    expect(uploads.initUpload).not.toHaveBeenCalled();
  });

  it('are limited to a hundred at once, and the user is told how many were left out', async () => {
    await show();
    await add(...Array.from({ length: 102 }, (_, n) => fileOf(`cut-${n}.mp4`)));
    expect(await screen.findByText('At most 100 files at once; 2 were not added.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Upload 100 files' })).toBeTruthy();
  });

  it('are sent only after the shared fields are complete, and missing ones are marked', async () => {
    await show();
    await add(fileOf('cut.mp4'));
    await press('Upload 1 file');
    const common = within(screen.getByRole('group', { name: 'Shared details for all files' }));
    const missing = (label: RegExp) => common.getByRole('combobox', { name: label }).getAttribute('aria-invalid');
    expect([missing(/^Drama/), missing(/^Language/)]).toEqual(['true', 'true']);
    expect(missing(/^Editor/)).not.toBe('true');
    expect(uploads.initUpload).not.toHaveBeenCalled();
  });

  it('take their drama from their name, and their title from the user', async () => {
    await show();
    await choose('Language', 'English');
    await add(fileOf('HER-BACK-ep1.mp4'));
    await screen.findByText('She Came Back');
    const title = screen.getByLabelText('Title of HER-BACK-ep1.mp4');
    await userEvent.clear(title);
    await userEvent.type(title, 'The door');
    await press('Upload 1 file');
    await waitFor(() => expect(uploads.initUpload).toHaveBeenCalledTimes(1));
    expect(uploads.initUpload.mock.calls[0]?.[0]).toEqual({
      filename: 'HER-BACK-ep1.mp4',
      size: 4 * MIB,
      sha256: 'abc',
      mime: 'video/mp4',
      meta: { biz: 'dj', drama_id: 3, language: 'en', creator_user_id: 2, visibility: 'dept', tags: [], title: 'The door' },
    });
  });

  it('are refused after reading when they are too narrow', async () => {
    media.readMediaFacts.mockResolvedValue({ width: 499, durationMs: 5_000 });
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    expect(await rowOf('HER-BACK-1.mp4').findByText('Must be at least 500 pixels wide')).toBeTruthy();
    expect(uploads.initUpload).not.toHaveBeenCalled();
  });
});

describe('unfinished uploads', () => {
  const resumeWith = async (file: File) =>
    userEvent.upload(await screen.findByLabelText('Choose the file to resume old.mp4', { selector: 'input' }), file);

  it('resume with the same file and its earlier description', async () => {
    uploads.openUploads.mockResolvedValue({ list: [before] });
    hashing.hashFile.mockResolvedValue('old');
    uploads.initUpload.mockResolvedValue({ ...opened, upload_id: 'u0', received: MIB });
    await show();
    expect(await screen.findByText('1 unfinished upload')).toBeTruthy();
    expect(screen.getByText(/1 MB of 4 MB uploaded · can be resumed until 2026-11-21 10:00/)).toBeTruthy();
    await resumeWith(fileOf('old.mp4'));
    await sending(0);
    expect(uploads.initUpload.mock.calls[0]?.[0]).toMatchObject({ sha256: 'old', meta: before.meta });
    expect(screen.queryByText('1 unfinished upload')).toBeNull();
  });

  it('refuse a file of another size at once, and one with other content after reading', async () => {
    uploads.openUploads.mockResolvedValue({ list: [before] });
    await show();
    await resumeWith(fileOf('old.mp4', 5 * MIB));
    const alerts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
    expect(alerts).toContain('The size differs from the previous file. Choose the same file');
    expect(hashing.hashFile).not.toHaveBeenCalled();
    await resumeWith(fileOf('old.mp4'));
    expect(await rowOf('old.mp4').findByText('This is not the same file as before')).toBeTruthy();
    expect(uploads.initUpload).not.toHaveBeenCalled();
  });

  it('are cancelled, and the server deletes their bytes', async () => {
    uploads.openUploads.mockImplementation(async () => ({ list: uploads.cancelUpload.mock.calls.length === 0 ? [before] : [] }));
    await show();
    await press('Discard old.mp4');
    await waitFor(() => expect(screen.queryByText('1 unfinished upload')).toBeNull());
    expect(uploads.cancelUpload.mock.calls[0]?.[0]).toEqual({ upload_id: 'u0' });
  });
});

describe('page', () => {
  it('shows all texts of a file in Chinese', async () => {
    await show('zh-cn');
    await userEvent.upload(await screen.findByLabelText('选择文件', { selector: 'input' }), [fileOf('virus.exe'), fileOf('cut.mp4')], {
      applyAccept: false,
    });
    const words = within(screen.getByRole('table', { name: '上传队列' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(words.join(' ')).toMatch(/\p{Script=Han}/u);
    expect(screen.getByText('virus.exe', { selector: 'small' }).closest('tr')?.textContent).not.toMatch(/Not accepted|Only MP4/);
    expect(screen.queryByText(/uploads\./)).toBeNull();
  });
});
