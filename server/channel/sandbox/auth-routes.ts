import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authPage } from './auth-page.ts';
import { giveCode, giveToken } from './authorise.ts';
import type { Run } from './operation.ts';
import { type TokenPage, tokenPage } from './token-page.ts';
import { allScopes } from './world-plan.ts';

const ADDRESS = '/api/sandbox-auth';
const TOKEN_ADDRESS = '/api/sandbox-auth/token';
/** Where the channel sends people back to. */
const CALLBACK = '/api/auth-callback/meta';
/** Each answer writes a row, and the page asks for no sign-in. */
const ANSWERS_PER_MINUTE = 60;
const limited = { config: { rateLimit: { max: ANSWERS_PER_MINUTE, timeWindow: 60_000 } } };
/** As long as anything of ours that comes back to us. */
const STATE = /^[\w.~-]{1,200}$/;

export const authUrl = (state: string): string => `${ADDRESS}?state=${encodeURIComponent(state)}`;

const languageOf = (request: FastifyRequest): 'zh' | 'en' => {
  const asked = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang');
  if (asked === 'zh' || asked === 'en') return asked;
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';
};

const stateIn = (values: URLSearchParams): string | null => {
  const state = values.get('state');
  return state !== null && STATE.test(state) ? state : null;
};

const personsOf = (run: Run) =>
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

/** Gives tokens away as text: for trying what a pasted token does. The address never holds one, so no log does. */
function mountTokenPage(own: FastifyInstance, run: Run): void {
  async function show(request: FastifyRequest, reply: FastifyReply, shown: Pick<TokenPage, 'token' | 'isIncomplete'>) {
    const page = tokenPage({ ...shown, language: languageOf(request), persons: await personsOf(run), scopes: allScopes });
    return await reply
      .status(shown.isIncomplete ? 400 : 200)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page);
  }
  own.get(TOKEN_ADDRESS, (request, reply) => show(request, reply, { token: null, isIncomplete: false }));
  own.post(TOKEN_ADDRESS, limited, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const token = await run((operation) => giveToken(operation, form.get('person') ?? '', form.getAll('scope')));
    return await show(request, reply, { token, isIncomplete: token === null });
  });
}

/** Serves the page, and sends those who answered it back with a code, or with the news that they would not. */
export function mountAuthPage(app: FastifyInstance, run: Run, { tokens }: { tokens: boolean }): void {
  async function show(request: FastifyRequest, reply: FastifyReply, state: string | null, isIncomplete: boolean) {
    const persons = state === null ? [] : await personsOf(run);
    return await reply
      .status(state === null || isIncomplete ? 400 : 200)
      .type('text/html; charset=utf-8')
      .send(
        authPage({
          language: languageOf(request),
          state,
          persons,
          scopes: allScopes,
          isIncomplete,
          tokenAddress: tokens ? TOKEN_ADDRESS : null,
        }),
      );
  }

  // Apart from the calls, so that none of them takes a form.
  void app.register(async (own) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    if (tokens) mountTokenPage(own, run);
    own.get(ADDRESS, async (request, reply) => show(request, reply, stateIn(new URLSearchParams(request.url.split('?')[1] ?? '')), false));
    own.post(ADDRESS, limited, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const state = stateIn(form);
      if (state === null) return await show(request, reply, null, false);
      const back = (answer: Record<string, string>) =>
        reply.redirect(`${CALLBACK}?${new URLSearchParams({ state, ...answer }).toString()}`, 303);
      if (form.get('answer') === 'deny') return await back({ error: 'access_denied' });
      const code = await run((operation) => giveCode(operation, form.get('person') ?? '', form.getAll('scope')));
      return code === null ? await show(request, reply, state, true) : await back({ code });
    });
  });
}
