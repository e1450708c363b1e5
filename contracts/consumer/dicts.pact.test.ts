import { expect, it } from 'vitest';
import { signedInAs } from '#contracts/states/states.ts';
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
});
