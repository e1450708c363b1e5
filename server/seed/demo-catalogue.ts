interface DemoDrama {
  code: string;
  title: string;
  title_en: string;
  language: string;
  genres: readonly string[];
  episodes_total: number;
  free_episodes: number;
  price_model: 'coin' | 'subscription' | 'hybrid';
  stage: 'new' | 'testing' | 'scaling' | 'declining' | 'stopped';
  status: 'on' | 'off';
  target_roi_d0_bp: number;
  /** Days online before the last day of the history; null when not online yet. */
  online: number | null;
  /** Days until the copyright ends, counted from the last day; null without an end. */
  copyright: number | null;
}

const drama = (
  [code, title, title_en, language]: readonly [string, string, string, string],
  genres: readonly string[],
  rest: Partial<Omit<DemoDrama, 'code' | 'title' | 'title_en' | 'language' | 'genres'>>,
): DemoDrama => ({
  code,
  title,
  title_en,
  language,
  genres,
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  stage: 'scaling',
  status: 'on',
  target_roi_d0_bp: 6_000,
  online: 40,
  copyright: 500,
  ...rest,
});

export const demoDramas: readonly DemoDrama[] = [
  drama(['CEO-BRIDE', '总裁的替身新娘', "The CEO's Stand-in Bride", 'en'], ['ceo', 'romance'], { online: 50 }),
  drama(['WOLF-OATH', '狼王的弃妻', "The Wolf King's Rejected Mate", 'en'], ['werewolf', 'fantasy'], { episodes_total: 70, online: 52 }),
  drama(['REBORN-HEIRESS', '重生之豪门千金', 'The Heiress Reborn', 'es'], ['rebirth', 'revenge'], { price_model: 'hybrid', online: 46 }),
  drama(['SECRET-TWINS', '天才双宝寻爹记', 'Genius Twins Find Daddy', 'pt'], ['family', 'ceo', 'comedy'], { stage: 'testing', online: 12 }),
  drama(['AFTER-DIVORCE', '离婚后她惊艳全城', 'After the Divorce She Shone', 'en'], ['revenge', 'romance'], {
    target_roi_d0_bp: 6_500,
    online: 28,
  }),
  drama(['TEN-YEARS-RAIN', '夜雨十年灯', 'Ten Years of Night Rain', 'id'], ['suspense', 'family'], {
    stage: 'testing',
    episodes_total: 64,
    online: 9,
  }),
  drama(['KING-DRAGON', '龙王归来', 'Return of the Dragon King', 'th'], ['action', 'fantasy'], {
    stage: 'declining',
    episodes_total: 100,
    free_episodes: 12,
    online: 60,
  }),
  drama(['LAST-MOON', '最后的白月光', 'The Last Moonlight', 'ja'], ['romance', 'campus'], {
    price_model: 'subscription',
    stage: 'new',
    online: 1,
  }),
  drama(['QUEEN-MAID', '女佣变女王', 'From Maid to Queen', 'es'], ['historical', 'revenge'], {
    stage: 'scaling',
    online: 50,
    copyright: 5,
  }),
  drama(['BLOOD-OATH', '血誓', 'The Blood Oath', 'de'], ['suspense', 'action'], {
    stage: 'stopped',
    status: 'off',
    online: 90,
    copyright: -10,
  }),
  drama(['SWEET-GAMES', '甜蜜陷阱', 'The Sweet Trap', 'pt'], ['romance', 'comedy'], {
    stage: 'testing',
    target_roi_d0_bp: 5_500,
    online: 15,
    copyright: null,
  }),
  drama(['STAR-WIFE', '影后的隐婚', "The Star's Hidden Marriage", 'en'], ['romance', 'ceo'], {
    stage: 'new',
    episodes_total: 90,
    online: null,
  }),
];

interface DemoProduct {
  sku: string;
  name: string;
  /** In minor units of the currency. */
  price: number;
  currency: string;
  slug: string;
  status: 'on' | 'off';
}

export const demoProducts: readonly DemoProduct[] = [
  { sku: 'LAMP-MOON-02', name: '月球小夜灯', price: 2_999, currency: 'USD', slug: 'moon-lamp', status: 'on' },
  { sku: 'BOTTLE-TH-500', name: '智能保温杯 500ml', price: 2_499, currency: 'USD', slug: 'smart-bottle', status: 'on' },
  { sku: 'NECK-PILLOW', name: '记忆棉颈枕', price: 2_990, currency: 'EUR', slug: 'neck-pillow', status: 'on' },
  { sku: 'BLENDER-MINI', name: '便携榨汁杯', price: 5_980, currency: 'JPY', slug: 'mini-blender', status: 'on' },
  { sku: 'MAT-YOGA-6', name: '加厚瑜伽垫 6mm', price: 2_790, currency: 'USD', slug: 'yoga-mat', status: 'on' },
  { sku: 'USB-HUB-7', name: '七合一扩展坞', price: 2_590, currency: 'GBP', slug: 'usb-c-hub', status: 'on' },
  { sku: 'BRUSH-PET-02', name: '宠物除毛刷', price: 1_590, currency: 'USD', slug: 'pet-brush', status: 'on' },
  { sku: 'TENT-POP-2', name: '快开双人帐篷', price: 8_900, currency: 'USD', slug: 'pop-up-tent', status: 'off' },
];
