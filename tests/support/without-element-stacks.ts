// Runs before every test file with a page. For its warnings React takes a stack trace of each of the first 10,000 elements of every second,
// which is a tenth of these tests. It counts them in a field of its internals; one that is always full switches the traces off, and where
// a later React has no such field nothing changes.
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNT = 'recentlyCreatedOwnerStacks';

const internals: unknown = Reflect.get(React, INTERNALS);
if (typeof internals === 'object' && internals !== null && COUNT in internals) {
  Object.defineProperty(internals, COUNT, { get: () => Number.POSITIVE_INFINITY, set() {}, configurable: true });
}
