interface DemoSite {
  name: string;
  domain: string;
  biz: 'dj' | 'ec';
  kind: 'h5' | 'app' | 'shop';
  /** Names on the channel; the first one is the default. */
  pixels: readonly string[];
  homepages: readonly string[];
  timezone: string;
  isVerified: boolean;
  apps?: { ios: string; android: string };
}

/** Sites of the demo company, with names of pixels and pages on the simulated channel. */
export const demoSites: readonly DemoSite[] = [
  {
    name: '星河短剧 H5',
    domain: 'play.galaxy-drama.test',
    biz: 'dj',
    kind: 'h5',
    pixels: ['星河 H5 主像素', '星河 东南亚 H5', '测剧专用像素', '星河 港台'],
    homepages: ['Galaxy Shorts', 'Heartbeat Drama'],
    timezone: 'America/Los_Angeles',
    isVerified: true,
  },
  {
    name: 'ReelStory',
    domain: 'watch.reelstory.test',
    biz: 'dj',
    kind: 'h5',
    pixels: ['ReelStory Web', 'ReelStory UK'],
    homepages: ['ReelStory'],
    timezone: 'America/New_York',
    isVerified: true,
  },
  {
    name: 'Novelas 西语站',
    domain: 'novelas-al-minuto.test',
    biz: 'dj',
    kind: 'h5',
    pixels: ['ReelStory Brasil'],
    homepages: ['Novelas al Minuto'],
    timezone: 'America/Mexico_City',
    isVerified: true,
  },
  {
    name: '星河短剧 App',
    domain: 'app.galaxy-drama.test',
    biz: 'dj',
    kind: 'app',
    pixels: ['星河 App 像素', '星河 H5 主像素'],
    homepages: ['Galaxy Shorts'],
    timezone: 'UTC',
    isVerified: true,
    apps: { ios: 'https://apps.example.test/galaxy-drama', android: 'https://play.example.test/galaxy-drama' },
  },
  {
    name: '星河日本站',
    domain: 'galaxy-drama-jp.test',
    biz: 'dj',
    kind: 'h5',
    pixels: ['星河 日本'],
    homepages: ['ギャラクシー劇場'],
    timezone: 'Asia/Tokyo',
    isVerified: false,
  },
  {
    name: 'BrightCart 商城',
    domain: 'shop.brightcart.test',
    biz: 'ec',
    kind: 'shop',
    pixels: ['BrightCart Store', '鹿鸣电商 独立站'],
    homepages: ['BrightCart', '鹿鸣好物'],
    timezone: 'America/New_York',
    isVerified: true,
  },
];
