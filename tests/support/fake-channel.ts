import {
  type AdPlatform,
  AdPlatformError,
  type Channels,
  type FailureKind,
  type InspectedToken,
  type RemoteAccount,
  type RemotePage,
  type RemotePixel,
  type TokenInfo,
} from '#server/channel/ad-platform.ts';

/** Every scope that an authorisation must grant. */
export const ALL_SCOPES = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_posts',
];

/** A person of the channel and what they grant. */
export interface FakePerson {
  id: string;
  name: string;
  token: string;
  scopes: string[];
  expires_at: Date | null;
  state: InspectedToken['state'];
  accounts: RemoteAccount[];
  pages: RemotePage[];
  pixels: RemotePixel[];
}

export const fakeAccount = (id: string, more: Partial<RemoteAccount> = {}): RemoteAccount => ({
  id,
  name: `Account ${id}`,
  business: { id: '900000000000001', name: 'Galaxy' },
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  account_status: 1,
  disable_reason: 0,
  balance: 12_300,
  spend_cap: null,
  amount_spent: 4_500,
  min_daily_budget: 100,
  ...more,
});

export const fakePage = (id: string, more: Partial<RemotePage> = {}): RemotePage => ({
  id,
  name: `Page ${id}`,
  category: 'Entertainment',
  picture_url: null,
  page_token: `page-token-secret-${id}`,
  tasks: ['ADVERTISE', 'CREATE_CONTENT'],
  is_published: true,
  status: 'active',
  ad_limit: 250,
  ads_active: 3,
  ...more,
});

/** A small channel whose people, answers and failures the test controls. */
export class FakeChannel {
  readonly people = new Map<string, FakePerson>();
  /** Names of the calls made, in order. */
  readonly calls: string[] = [];
  /** What a search for interests finds. */
  readonly interests = [{ id: '6003', name: 'Soap operas of the network' }];
  #failure: FailureKind | null = null;
  #codes = new Map<string, string>();

  person(id: string, more: Partial<FakePerson> = {}): FakePerson {
    const person: FakePerson = {
      id,
      name: `Person ${id}`,
      token: `person-token-secret-${id}`,
      scopes: [...ALL_SCOPES],
      expires_at: null,
      state: 'valid',
      accounts: [],
      pages: [],
      pixels: [],
      ...more,
    };
    this.people.set(id, person);
    return person;
  }

  /** Makes every call fail like this, until it is called with null. */
  fail(kind: FailureKind | null): void {
    this.#failure = kind;
  }

  /** The code that the channel sends back with a person who agreed. */
  createCode(personId: string): string {
    const code = `code-${personId}-${this.#codes.size}`;
    this.#codes.set(code, personId);
    return code;
  }

  readonly channels: Channels = { of: () => this.#platform as AdPlatform, connectorsFor: () => ['sandbox'] };

  #enter(name: string): void {
    this.calls.push(name);
    if (this.#failure !== null) throw new AdPlatformError(this.#failure, { code: 2, userMessage: `the channel is ${this.#failure}` });
  }

  #holder(token: string): FakePerson {
    const person = [...this.people.values()].find((one) => one.token === token);
    if (person === undefined || person.state !== 'valid')
      throw new AdPlatformError('auth', { code: 190, userMessage: 'The token is not valid' });
    return person;
  }

  #info(person: FakePerson): TokenInfo {
    const { id, name, token, scopes, expires_at } = person;
    return { user_id: id, name, token, expires_at, data_access_expires_at: null, scopes: [...scopes] };
  }

  readonly #platform: Partial<AdPlatform> = {
    authUrl: (state) => `/api/sandbox-auth?state=${state}`,
    exchange: async (code) => {
      this.#enter('exchange');
      const person = this.people.get(this.#codes.get(code) ?? '');
      this.#codes.delete(code);
      if (person === undefined) throw new AdPlatformError('rejected', { code: 100 });
      return this.#info(person);
    },
    inspect: async (token) => {
      this.#enter('inspect');
      const person = [...this.people.values()].find((one) => one.token === token);
      if (person === undefined) throw new AdPlatformError('auth', { code: 190, userMessage: 'The token is not valid' });
      const isValid = person.state === 'valid';
      return { ...this.#info(person), valid: isValid, state: person.state, ...(isValid ? {} : { error: `the token is ${person.state}` }) };
    },
    listAdAccounts: (t) => this.#list('accounts', t.token, (person) => person.accounts),
    listAudiences: (t) => this.#list('audiences', t.token, () => []),
    searchInterests: async (t, words) => {
      this.#enter('interests');
      this.#holder(t.token);
      return this.interests.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
    },
    listPages: (t) => this.#list('pages', t.token, (person) => person.pages),
    listPixels: (t, account) => this.#list('pixels', t.token, (person) => person.pixels.filter((pixel) => pixel.owner_account === account)),
  };

  async *#list<T>(name: string, token: string, of: (person: FakePerson) => T[]): AsyncGenerator<T> {
    this.#enter(name);
    for (const one of of(this.#holder(token))) yield one;
  }
}
