/** All columns with secrets, and the place each is sealed for. A rotation covers only these. */
export const sealedColumns = [
  { table: 'personal_account', column: 'access_token_enc', place: 'personal_account.access_token' },
  { table: 'homepage', column: 'page_token_enc', place: 'homepage.page_token' },
  { table: 'pixel', column: 'capi_token_enc', place: 'pixel.capi_token' },
  { table: 'alert_target', column: 'address_enc', place: 'alert_target.address' },
  { table: 'alert_target', column: 'secret_enc', place: 'alert_target.secret' },
  { table: 'vault_canary', column: 'canary_enc', place: 'vault_canary.canary' },
] as const;
