import { GRAPH_VERSION, type MetaConfig } from '#server/channel/meta/config.ts';

/** Settings of a connector to a double of Meta at this address. */
export const testMetaConfig = (address: string): MetaConfig => ({
  appId: '1234567890',
  appSecret: 'app-secret-of-the-test',
  publicUrl: 'https://console.test',
  configId: undefined,
  version: GRAPH_VERSION,
  graphUrl: address,
  videoUrl: address,
  dialogUrl: 'https://www.facebook.com',
  webhookToken: 'webhook-token-of-the-test',
  purchaseAction: 'pixel',
});
