import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { CHOICE_PATH, chooseConnector, listChoices, type NetworkChoice } from '#server/domain/assets/index.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Outside } from '#server/domain/outside.ts';
import { Refusal } from '#server/domain/refusal.ts';
import type { Gates } from './limits.ts';

/** Shown in both languages, because the reader may not be a user of the console. */
const NAMES: Record<NetworkChoice, readonly [zh: string, en: string]> = {
  meta: ['Meta（真实投放）', 'Meta (live)'],
  sandbox: ['模拟平台（不产生费用）', 'Simulated network (costs nothing)'],
};
const QUESTION = ['请选择要授权的平台', 'Choose the network to authorise'] as const;
const INVALID = ['链接无效或已过期。', 'This link is not valid or has expired.'] as const;

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.5rem;color-scheme:light dark}a{display:block;margin:.75rem 0;padding:.75rem 1rem;border:1px solid;border-radius:6px;color:inherit;text-decoration:none}small{opacity:.75}';

const both = ([zh, en]: readonly [string, string]): string => `${zh}<br><small lang="en">${en}</small>`;

function renderPage(state: string, connectors: readonly NetworkChoice[]): string {
  const links = connectors.map((connector) => {
    const address = `${CHOICE_PATH}?${new URLSearchParams({ state, connector }).toString()}`;
    return `<a href="${address.replaceAll('&', '&amp;')}">${both(NAMES[connector])}</a>`;
  });
  const [title] = QUESTION;
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><h1>${both(QUESTION)}</h1>${links.join('')}</body></html>`;
}

const renderInvalid = (): string =>
  `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>${INVALID[0]}</title><style>${STYLE}</style></head><body><p>${both(INVALID)}</p></body></html>`;

const STATE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

interface AuthChoiceOptions extends Pick<Outside, 'channels'> {
  db: Kysely<Database>;
  clock: Clock;
  gates: Gates;
}

/** The public page on which a person chooses the network to authorise, when there are several. It needs a state and is rate-limited. */
export function mountAuthChoice(app: FastifyInstance, { db, clock, gates, channels }: AuthChoiceOptions): void {
  app.get<{ Querystring: Record<string, unknown> }>(CHOICE_PATH, async (request, reply) => {
    const { state, connector } = request.query;
    const sendPage = async (page: string, status: number) =>
      await reply.code(status).headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(page);
    try {
      await gates.checkSignInRate(request);
    } catch (error) {
      if (error instanceof Refusal) return await sendPage(renderInvalid(), 429);
      throw error;
    }
    if (typeof state !== 'string' || !STATE_PATTERN.test(state)) return await sendPage(renderInvalid(), 400);
    const context = { db, channels, now: clock.now() };
    if (typeof connector !== 'string') {
      const choices = await listChoices(context, state);
      return choices.length === 0 ? await sendPage(renderInvalid(), 400) : await sendPage(renderPage(state, choices), 200);
    }
    const address = await chooseConnector(context, state, connector);
    return address === null ? await sendPage(renderInvalid(), 400) : await reply.redirect(address, 303);
  });
}
