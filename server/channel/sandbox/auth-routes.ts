import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderAuthPage } from './auth-page.ts';
import { issueCode, issueToken } from './authorise.ts';
import type { Run } from './operation.ts';
import { renderTokenPage, type TokenPage } from './token-page.ts';
import { allScopes } from './world-plan.ts';

const ADDRESS = '/api/sandbox-auth';
const TOKEN_ADDRESS = '/api/sandbox-auth/token';
/** Address to which the channel sends people back. */
const CALLBACK = '/api/auth-callback/meta';
/** Rate limit, because each answer writes a row and the page needs no sign-in. */
const ANSWERS_PER_MINUTE = 60;
const rateLimited = { config: { rateLimit: { max: ANSWERS_PER_MINUTE, timeWindow: 60_000 } } };
/** The states that the product creates are no longer than this. */
const STATE_PATTERN = /^[\w.~-]{1,200}$/;

export const authUrl = (state: string): string => `${ADDRESS}?state=${encodeURIComponent(state)}`;

const languageOf = (request: FastifyRequest): 'zh' | 'en' => {
  const language = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang');
  if (language === 'zh' || language === 'en') return language;
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';
};

const readState = (values: URLSearchParams): string | null => {
  const state = values.get('state');
  return state !== null && STATE_PATTERN.test(state) ? state : null;
};

const loadPersons = (run: Run) =>
  run(async ({ db }) => {
    const [persons, accounts, pages] = [
      await db.selectFrom('sbx_person').selectAll().orderBy('position').execute(),
      await db.selectFrom('sbx_account').select(['name', 'people']).orderBy('position').execute(),
      await db.selectFrom('sbx_page').select(['name', 'people']).orderBy('position').execute(),
    ];
    return persons.map(({ id, name, usage }) => {
      const namesOf = (all: { name: string; people: string[] }[]) =>
        all.filter(({ people }) => people.includes(id)).map((each) => each.name);
      return { id, name, usage, accounts: namesOf(accounts), pages: namesOf(pages) };
    });
  });

/**
 * Mounts the page that shows tokens as text, for trying out pasted tokens. No token is ever part of an address, so none appears in a log.
 */
function mountTokenPage(scope: FastifyInstance, run: Run): void {
  async function show(request: FastifyRequest, reply: FastifyReply, shown: Pick<TokenPage, 'token' | 'isIncomplete'>) {
    const page = renderTokenPage({ ...shown, language: languageOf(request), persons: await loadPersons(run), scopes: allScopes });
    return await reply
      .status(shown.isIncomplete ? 400 : 200)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page);
  }
  scope.get(TOKEN_ADDRESS, (request, reply) => show(request, reply, { token: null, isIncomplete: false }));
  scope.post(TOKEN_ADDRESS, rateLimited, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const token = await run((operation) => issueToken(operation, form.get('person') ?? '', form.getAll('scope')));
    return await show(request, reply, { token, isIncomplete: token === null });
  });
}

/** Mounts the authorisation page, and sends people back with a code or with their refusal. */
export function mountAuthPage(app: FastifyInstance, run: Run, { tokens }: { tokens: boolean }): void {
  async function show(request: FastifyRequest, reply: FastifyReply, state: string | null, isIncomplete: boolean) {
    const persons = state === null ? [] : await loadPersons(run);
    return await reply
      .status(state === null || isIncomplete ? 400 : 200)
      .type('text/html; charset=utf-8')
      .send(
        renderAuthPage({
          language: languageOf(request),
          state,
          persons,
          scopes: allScopes,
          isIncomplete,
          tokenAddress: tokens ? TOKEN_ADDRESS : null,
        }),
      );
  }

  // A scope of its own, so that no other call accepts forms.
  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    if (tokens) mountTokenPage(own, run);
    own.get(ADDRESS, async (request, reply) =>
      show(request, reply, readState(new URLSearchParams(request.url.split('?')[1] ?? '')), false),
    );
    own.post(ADDRESS, rateLimited, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const state = readState(form);
      if (state === null) return await show(request, reply, null, false);
      const redirectBack = (answer: Record<string, string>) =>
        reply.redirect(`${CALLBACK}?${new URLSearchParams({ state, ...answer }).toString()}`, 303);
      if (form.get('answer') === 'deny') return await redirectBack({ error: 'access_denied' });
      const code = await run((operation) => issueCode(operation, form.get('person') ?? '', form.getAll('scope')));
      return code === null ? await show(request, reply, state, true) : await redirectBack({ code });
    });
  });
}
