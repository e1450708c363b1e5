// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/services/api-error.ts';
import {
  fileOf,
  hashing,
  MIB,
  materials,
  opened,
  press,
  rowOf,
  send,
  sending,
  sendings,
  show,
  uploads,
} from '#tests/support/upload-page.tsx';

describe('uploads in progress', () => {
  it('show progress and speed, and become materials', async () => {
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    const { onProgress, end } = await sending(0);
    onProgress(MIB, 512 * 1024);
    const progress = screen.getByRole('progressbar', { name: 'Progress of HER-BACK-1.mp4' });
    await waitFor(() => expect(progress.getAttribute('value')).toBe('25'));
    expect(rowOf('HER-BACK-1.mp4').getByText('Uploading')).toBeTruthy();
    expect(rowOf('HER-BACK-1.mp4').getByText('512 KB/s')).toBeTruthy();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1 in total: 1 uploading, 0 waiting, 0 processing, 0 finished, 0 duplicates, 0 failed',
    );
    end();
    expect(await rowOf('HER-BACK-1.mp4').findByText('Done')).toBeTruthy();
    expect(progress.getAttribute('value')).toBe('100');
    expect(uploads.finishUpload.mock.calls[0]?.[0]).toEqual({ upload_id: 'u1', poster: { content: 'cG9zdGVy' } });
    await waitFor(() => expect(materials.pollMaterials.mock.calls[0]?.[0]).toMatchObject({ biz: 'dj', mine: true, page: 1 }));
  });

  it('pause and resume, one by one', async () => {
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    const { signal } = await sending(0);
    await press('Pause HER-BACK-1.mp4');
    expect(signal.aborted).toBe(true);
    expect(rowOf('HER-BACK-1.mp4').getByText('Paused')).toBeTruthy();
    uploads.initUpload.mockResolvedValue({ ...opened, received: 2 * MIB });
    await press('Resume HER-BACK-1.mp4');
    await sending(1);
    expect(screen.getByRole('progressbar', { name: 'Progress of HER-BACK-1.mp4' }).getAttribute('value')).toBe('50');
    expect(hashing.hashFile).toHaveBeenCalledTimes(1);
  });

  it('pause and resume, all at once', async () => {
    await show();
    await send(...[1, 2, 3, 4].map((n) => fileOf(`HER-BACK-${n}.mp4`, (3 + n) * MIB)));
    await sending(2);
    expect(rowOf('HER-BACK-4.mp4').getByText('Waiting')).toBeTruthy();
    await press('Pause all');
    expect(sendings.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull();
    await press('Resume all');
    await sending(5);
    expect(sendings.slice(3).map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  });

  it('show that they failed, and are retried on request', async () => {
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    (await sending(0)).breakOff('network');
    const row = rowOf('HER-BACK-1.mp4');
    expect(await row.findByText('Upload failed after several attempts. Check your network and retry')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry 1 failed file' })).toBeTruthy();
    await press('Retry HER-BACK-1.mp4');
    (await sending(1)).end();
    expect(await row.findByText('Done')).toBeTruthy();
  });

  it('are cancelled, here and on the server', async () => {
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    const { signal } = await sending(0);
    await press('Remove HER-BACK-1.mp4');
    await waitFor(() => expect(screen.queryByText('HER-BACK-1.mp4')).toBeNull());
    expect(signal.aborted).toBe(true);
    expect(uploads.cancelUpload.mock.calls[0]?.[0]).toEqual({ upload_id: 'u1' });
  });

  it('that the company already has link to the existing material', async () => {
    uploads.initUpload.mockRejectedValue(
      new ApiError('There is one', 1, {
        reason: 'DUPLICATE_MATERIAL',
        material: { id: 5, code: 'M0000005', title: 'Opening scene', status: 'ready' },
      }),
    );
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    const row = rowOf('HER-BACK-1.mp4');
    expect(await row.findByText('Existing creative: Opening scene (M0000005)')).toBeTruthy();
    expect(row.getByText('Duplicate')).toBeTruthy();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '1 in total: 0 uploading, 0 waiting, 0 processing, 0 finished, 1 duplicate, 0 failed',
    );
    await press('Use existing HER-BACK-1.mp4');
    await waitFor(() => expect(materials.listMaterials.mock.lastCall?.[0]).toMatchObject({ keyword: 'M0000005' }));
  });

  it('that another department has show no name', async () => {
    uploads.initUpload.mockRejectedValue(new ApiError('There is one', 1, { reason: 'DUPLICATE_MATERIAL' }));
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    expect(await rowOf('HER-BACK-1.mp4').findByText('Already exists in another department')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use existing/ })).toBeNull();
  });

  it('all pause when the storage is full, which is shown once, and resume on request', async () => {
    await show();
    await send(fileOf('HER-BACK-1.mp4'), fileOf('HER-BACK-2.mp4', 5 * MIB));
    (await sending(1)).breakOff('full');
    expect(await screen.findByText('Not enough storage. Uploads are paused. Free up space, then click Resume all.')).toBeTruthy();
    await waitFor(() => expect(rowOf('HER-BACK-1.mp4').getByText('Paused')).toBeTruthy());
    expect(rowOf('HER-BACK-2.mp4').getByText('Not enough storage. Uploading resumes once there is space')).toBeTruthy();
    expect(sendings[0]?.signal.aborted).toBe(true);
    await press('Resume all');
    await sending(3);
    expect(screen.queryByText(/^Not enough storage/)).toBeNull();
  });

  it('show why the server refuses them, for example an exhausted quota', async () => {
    uploads.initUpload.mockRejectedValue(new ApiError('You have 200 unfinished uploads; end some of them first', 1, { reason: 'LIMIT' }));
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    expect(await rowOf('HER-BACK-1.mp4').findByText('You have 200 unfinished uploads; end some of them first')).toBeTruthy();
    expect(rowOf('HER-BACK-1.mp4').getByText('Failed')).toBeTruthy();
  });

  it('that could not be processed show why, and cannot be sent again', async () => {
    materials.pollMaterial.mockResolvedValue({ status: 'failed', fail_reason: 'UNREADABLE' });
    await show();
    await send(fileOf('HER-BACK-1.mp4'));
    (await sending(0)).end();
    expect(await rowOf('HER-BACK-1.mp4').findByText('Failed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry HER-BACK-1.mp4' })).toBeNull();
  });
});
