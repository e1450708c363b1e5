import type { StoredFileType } from '#server/domain/files.ts';
import { type SampleRatio, samplePicture, sampleVideo } from '#server/seed/sample-media.ts';
import type { ConsoleServer } from './console-server.ts';
import { contentFixtures } from './content.ts';

/** Materials with stored files, as if they had been uploaded. */
export function contentFileFixtures(server: () => Pick<ConsoleServer, 'db' | 'outside' | 'clock'>) {
  const content = contentFixtures(server);

  async function createMaterial(kind: 'video' | 'image', by: string, title: string, more: Parameters<typeof content.material>[1] = {}) {
    const ratio: SampleRatio = '4:5';
    const picture = await samplePicture({ code: title, ratio });
    const file = kind === 'video' ? await sampleVideo({ code: title, ratio, seconds: 3 }) : picture;
    const mime: StoredFileType = kind === 'video' ? 'video/mp4' : 'image/jpeg';
    const { outside, clock } = server();
    const { files } = outside;
    const now = clock.now();
    return await content.material(by, {
      kind,
      mime,
      title,
      ratio,
      file_key: await files.store(file.bytes, mime),
      cover_key: await files.store(picture.bytes, 'image/jpeg'),
      sha256: file.sha256,
      size_bytes: file.bytes.length,
      width: file.width,
      height: file.height,
      duration_ms: file.durationMs,
      created_at: now,
      updated_at: now,
      ...more,
    });
  }
  return {
    ...content,
    picture: (by: string, title: string, more?: Parameters<typeof content.material>[1]) => createMaterial('image', by, title, more),
    video: (by: string, title: string, more?: Parameters<typeof content.material>[1]) => createMaterial('video', by, title, more),
  };
}
