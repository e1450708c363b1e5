import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type Completion, completeAuthorisation } from '#server/domain/assets/index.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Outside } from '#server/domain/outside.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { MenuEntry } from '#server/domain/work-context.ts';
import type { Gates } from './limits.ts';

const PATH = '/api/auth-callback';

/** In both languages: whoever reads it may be nobody of ours. */
const sentences: Record<Completion['said'] | 'busy', readonly [zh: string, en: string]> = {
  ok: ['授权完成，可以关闭此页面。', 'Authorised. You may close this page.'],
  failed: ['授权没有完成，请返回后重试。', 'The authorisation was not completed. Please go back and try again.'],
  mismatch: [
    '登录的不是要重新授权的那个人，没有任何改动。',
    'This is another person than the one to be authorised again. Nothing was changed.',
  ],
  used: ['链接已使用。', 'This link was used already.'],
  expired: ['链接已过期，请重新索取。', 'This link has expired. Please ask for a new one.'],
  revoked: ['链接已撤销。', 'This link was revoked.'],
  unknown: ['链接无效。', 'This link is not valid.'],
  busy: ['操作过于频繁，请稍后刷新。', 'Too many requests. Please reload in a while.'],
};

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.5rem;color-scheme:light dark}p+p{opacity:.75;font-size:14px}';

/** Closes itself by a file: what stands in the page is never run. */
function pageOf(said: keyof typeof sentences, closes: boolean): string {
  const [zh, en] = sentences[said];
  const script = closes ? `<script src="${PATH}/close.js"></script>` : '';
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${zh}</title><style>${style}</style>${script}</head><body><p>${zh}</p><p lang="en">${en}</p></body></html>`;
}

const STATE = /^[A-Za-z0-9_-]{43}$/;
const CODE_MAX = 2_000;

interface Mounting extends Pick<Outside, 'channels' | 'vault'> {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
  menu: readonly MenuEntry[];
}

/**
 * Where a channel sends people back to: public, bound to a state that serves once, slowed down like sign-ins. Says what came of it and,
 * where it was a window of the console, closes it.
 */
export function mountAuthCallback(app: FastifyInstance, { db, clock, gates, channels, vault, menu }: Mounting): void {
  app.get(`${PATH}/close.js`, async (_request, reply) => await reply.type('text/javascript; charset=utf-8').send('window.close();\n'));

  app.get<{ Params: { channel: string }; Querystring: Record<string, unknown> }>(`${PATH}/:channel`, async (request, reply) => {
    const { state, code } = request.query;
    const say = async (said: keyof typeof sentences, status: number, closes = false) =>
      await reply.code(status).type('text/html; charset=utf-8').send(pageOf(said, closes));
    try {
      await gates.requireSignInRoom(request);
    } catch (error) {
      if (error instanceof Refusal) return await say('busy', 429);
      throw error;
    }
    if (typeof state !== 'string' || !STATE.test(state)) return await say('unknown', 400);
    const isCode = typeof code === 'string' && code !== '' && code.length <= CODE_MAX && !code.includes('\0');
    const { said, closes } = await completeAuthorisation(
      { db, now: clock.now(), channels, vault, menu, address: request.ip },
      { channel: request.params.channel, state, code: isCode ? code : undefined },
    );
    return await say(said, said === 'unknown' ? 400 : 200, closes);
  });
}
