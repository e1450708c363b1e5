import { expect, it } from 'vitest';
import { dramaExists, materialExists, signedInAs } from '#contracts/states/states.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, string } from './matching.ts';

describePact('dicts', (ask) => {
  it('lists the time zones', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-dicts/list',
        body: { names: ['timezones'] },
        reply: success({
          timezones: eachLike({ value: string('Asia/Shanghai'), label_zh: string('Asia/Shanghai'), label_en: string('Asia/Shanghai') }),
        }),
      },
      async () => {
        const zone = { value: 'Asia/Shanghai', label_zh: 'Asia/Shanghai', label_en: 'Asia/Shanghai' };
        expect(await listDicts({ names: ['timezones'] })).toEqual({ timezones: [zone] });
      },
    ));

  it('lists the dictionaries of content', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-dicts/list',
        body: { names: ['languages', 'locales', 'countries', 'currencies', 'genres', 'interests', 'call_to_actions'] },
        reply: success({
          languages: eachLike({ value: string('en'), label_zh: string('英语'), label_en: string('English') }),
          locales: eachLike({ value: string('fr-CA'), label_zh: string('法语（加拿大）'), label_en: string('French (Canada)') }),
          countries: eachLike({ value: string('US'), label_zh: string('美国'), label_en: string('United States') }),
          currencies: eachLike({ value: string('USD'), label_zh: string('美元'), label_en: string('US dollar') }),
          genres: eachLike({ value: string('revenge'), label_zh: string('复仇'), label_en: string('Revenge') }),
          interests: eachLike({ value: string('6003107902433'), label_zh: string('肥皂剧'), label_en: string('Soap operas') }),
          call_to_actions: eachLike({ value: string('SHOP_NOW'), label_zh: string('去逛逛'), label_en: string('Shop now') }),
        }),
      },
      async () => {
        const { languages, locales, call_to_actions } = await listDicts({
          names: ['languages', 'locales', 'countries', 'currencies', 'genres', 'interests', 'call_to_actions'],
        });
        expect(languages).toEqual([{ value: 'en', label_zh: '英语', label_en: 'English' }]);
        expect(locales).toEqual([{ value: 'fr-CA', label_zh: '法语（加拿大）', label_en: 'French (Canada)' }]);
        expect(call_to_actions?.[0]?.value).toBe('SHOP_NOW');
      },
    ));

  it('lists the tags of the materials', () =>
    ask(
      {
        given: [
          signedInAs('admin'),
          dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' }),
          materialExists({
            id: 71,
            code: 'M000071',
            title: '反转',
            version: 2,
            status: 'ready',
            biz: 'dj',
            content_id: 51,
            owner: 11,
            parent_material_id: null,
          }),
        ],
        path: '/api/sys-dicts/list',
        body: { names: ['tags'] },
        reply: success({ tags: eachLike({ value: string('甜宠'), label_zh: string('甜宠'), label_en: string('甜宠') }) }),
      },
      async () => expect(await listDicts({ names: ['tags'] })).toEqual({ tags: [{ value: '甜宠', label_zh: '甜宠', label_en: '甜宠' }] }),
    ));
});
