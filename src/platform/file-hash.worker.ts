import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Sent after each portion and at the end. */
export type HashMessage = { done: number } | { sha256: string } | { unreadable: true };

/** Bytes read at a time. */
const CHUNK_BYTES = 4 * 1024 * 1024;

const scope = globalThis as unknown as { onmessage: (event: MessageEvent<Blob>) => void; postMessage: (message: HashMessage) => void };

async function hash(file: Blob): Promise<void> {
  const sum = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    sum.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    scope.postMessage({ done: Math.min(at + CHUNK_BYTES, file.size) });
  }
  scope.postMessage({ sha256: bytesToHex(sum.digest()) });
}

scope.onmessage = ({ data }) => void hash(data).catch(() => scope.postMessage({ unreadable: true }));
