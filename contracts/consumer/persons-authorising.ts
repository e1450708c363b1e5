import { expect, it } from 'vitest';
import { authorisationBegun, channelFails } from '#contracts/states/states.ts';
import { at as moment } from './asset-rows.ts';
import {
  ada,
  adaGrants,
  adaGrantsFour,
  channelRefusals,
  foundAccount,
  foundAccountsLike,
  foundPage,
  foundPagesLike,
  foundPixel,
  foundPixelsLike,
  fourAccounts,
  TOKEN,
} from './channel-answers.ts';
import { type Ask, success } from './exchange.ts';
import { instant, integer, someText, string } from './matching.ts';
import { askOrder } from './orders.ts';
import { asks, type PersonPage } from './person-page.ts';
import { askForGone, askRefused, askWrongly } from './refused.ts';

const STATE = 'made-up-text';
const [ended, throttled, down] = channelRefusals;
const everythingFound = { accounts: [foundAccount], homepages: [foundPage], pixels: [foundPixel] };
const everythingLike = { accounts: foundAccountsLike, homepages: foundPagesLike, pixels: foundPixelsLike };

/** A person authorises the console in a window or with a token, and the granted assets are imported. */
export function describeAuthorising(ask: Ask, { services, at, admin, known }: PersonPage): void {
  const { usage, holder } = services;

  it('begins an authorisation', () => {
    const body = { channel: 'meta', owner_user_id: 11, ...holder };
    const answer = { url: `/api/sandbox-auth?state=${STATE}`, state: STATE, expires_at: moment };
    return ask(
      {
        given: admin,
        path: at('auth_url'),
        body,
        reply: success({ url: someText(answer.url), state: someText(STATE), expires_at: instant(moment) }),
      },
      async () => expect(await asks(services.authUrl, body)()).toEqual(answer),
    );
  });

  it('refuses to begin for an owner who does not exist', () => {
    const body = { channel: 'meta', owner_user_id: 99, ...holder };
    return askWrongly(ask, {
      given: admin,
      path: at('auth_url'),
      body,
      field: 'owner_user_id',
      rule: 'exists',
      message: 'owner_user_id不存在或不可用',
      call: asks(services.authUrl, body),
    });
  });

  it('refuses to begin again for a person who does not exist', () => {
    const body = { channel: 'meta', owner_user_id: 11, id: 99, ...holder };
    return askForGone(ask, { path: at('auth_url'), body, call: asks(services.authUrl, body) });
  });

  const nothing = {
    status: 'waiting',
    personal_account_id: null,
    name: null,
    missing_scopes: [],
    found: null,
    reason: null,
    message: null,
  };

  it('reports that it is still waiting', () =>
    ask(
      {
        given: [...admin, authorisationBegun({ state: STATE, by: 'admin', usage, outcome: 'waiting', personal_account_id: null })],
        path: at('auth_result'),
        body: { state: STATE },
        reply: success(nothing),
      },
      async () => expect(await asks(services.authResult, { state: STATE })()).toEqual(nothing),
    ));

  it('reports who authorised, and the granted assets', () => {
    const ok = { ...nothing, status: 'ok', personal_account_id: 51, name: 'Ada', found: everythingFound };
    return ask(
      {
        given: [...known, authorisationBegun({ state: STATE, by: 'admin', usage, outcome: 'ok', personal_account_id: 51 })],
        path: at('auth_result'),
        body: { state: STATE },
        reply: success({ ...ok, personal_account_id: integer(51), name: string('Ada'), found: everythingLike }),
      },
      async () => expect(await asks(services.authResult, { state: STATE })()).toEqual(ok),
    );
  });

  it('refuses the state of another user', () =>
    askForGone(ask, {
      path: at('auth_result'),
      body: { state: STATE },
      quiet: true,
      call: asks(services.authResult, { state: STATE }),
    }));

  const wanted = { page_ids: [], pixel_ids: [], biz: 'dj', switch_authoriser: true };

  it('imports the assets that were found', () => {
    const body = { personal_account_id: 51, account_ids: fourAccounts, ...wanted };
    return askOrder(ask, {
      given: [...admin, adaGrantsFour, ada(usage)],
      path: at('import'),
      body,
      call: asks(services.importAssets, body),
    });
  });

  it('refuses to import assets through a person who does not exist', () => {
    const body = { personal_account_id: 99, account_ids: ['2001'], ...wanted };
    return askForGone(ask, { path: at('import'), body, call: asks(services.importAssets, body) });
  });

  const { mode: _mode, ...given } = holder as { mode?: string };
  const tokenBody = { channel: 'meta', owner_user_id: 11, token: TOKEN, ...given };
  const addToken = asks(services.addToken, tokenBody);

  it('saves a token that the channel accepts', () => {
    const answer = { id: 1001, missing_scopes: [], found: everythingFound };
    return ask(
      {
        given: [...admin, adaGrants],
        path: at('token_add'),
        body: tokenBody,
        reply: success({ ...answer, id: integer(1001), found: everythingLike }),
      },
      async () => expect(await addToken()).toEqual(answer),
    );
  });

  it('refuses a token of a person on the other page', () =>
    askRefused(ask, {
      given: [...admin, adaGrants, ada(usage === 'self' ? 'host' : 'self')],
      path: at('token_add'),
      body: tokenBody,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: addToken,
    }));

  it('refuses a token that the channel rejects', () =>
    askRefused(ask, {
      given: [...admin, adaGrants, channelFails(ended.kind)],
      path: at('token_add'),
      body: tokenBody,
      refused: ended,
      call: addToken,
    }));

  it('refuses to save a token while the channel limits the call rate', () =>
    askRefused(ask, {
      given: [...admin, adaGrants, channelFails(throttled.kind)],
      path: at('token_add'),
      body: tokenBody,
      refused: throttled,
      call: addToken,
    }));

  it('refuses to save a token while the channel is out of reach', () =>
    askRefused(ask, {
      given: [...admin, adaGrants, channelFails(down.kind)],
      path: at('token_add'),
      body: tokenBody,
      refused: down,
      call: addToken,
    }));
}
