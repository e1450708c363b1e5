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

/** Shown in both languages, because the reader may not be a user of the console. */
const SENTENCES: Record<Completion['outcome'] | 'busy', readonly [zh: string, en: string]> = {
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

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.5rem;color-scheme:light dark}p+p{opacity:.75;font-size:14px}';

/** The page closes itself with a script file, because the content security policy forbids inline scripts. */
function renderPage(said: keyof typeof SENTENCES, closes: boolean): string {
  const [zh, en] = SENTENCES[said];
  const script = closes ? `<script src="${PATH}/close.js"></script>` : '';
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${zh}</title><style>${STYLE}</style>${script}</head><body><p>${zh}</p><p lang="en">${en}</p></body></html>`;
}

const STATE_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const MAX_CODE_LENGTH = 2_000;

interface AuthCallbackOptions extends Pick<Outside, 'channels' | 'vault'> {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
  menu: readonly MenuEntry[];
}

/**
 * The public address to which a channel redirects people after an authorisation. It needs a single-use state and is rate-limited like
 * sign-ins. It shows the outcome and closes the window if the console opened it.
 */
export function mountAuthCallback(app: FastifyInstance, { db, clock, gates, channels, vault, menu }: AuthCallbackOptions): void {
  app.get(`${PATH}/close.js`, async (_request, reply) => await reply.type('text/javascript; charset=utf-8').send('window.close();\n'));

  app.get<{ Params: { channel: string }; Querystring: Record<string, unknown> }>(`${PATH}/:channel`, async (request, reply) => {
    const { state, code } = request.query;
    const sendPage = async (said: keyof typeof SENTENCES, status: number, closes = false) =>
      await reply.code(status).type('text/html; charset=utf-8').send(renderPage(said, closes));
    try {
      await gates.checkSignInRate(request);
    } catch (error) {
      if (error instanceof Refusal) return await sendPage('busy', 429);
      throw error;
    }
    if (typeof state !== 'string' || !STATE_PATTERN.test(state)) return await sendPage('unknown', 400);
    const hasCode = typeof code === 'string' && code !== '' && code.length <= MAX_CODE_LENGTH && !code.includes('\0');
    const { outcome, closes } = await completeAuthorisation(
      { db, now: clock.now(), channels, vault, menu, address: request.ip },
      { channel: request.params.channel, state, code: hasCode ? code : undefined },
    );
    return await sendPage(outcome, outcome === 'unknown' ? 400 : 200, closes);
  });
}
