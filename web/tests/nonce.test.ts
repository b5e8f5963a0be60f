import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../src/net/sha256';
import { forgetNonce, keptNonce, nonceFor, pledgeOf } from '../src/table/nonce';

describe('the hash of a text', () => {
  it('is SHA-256, however long the text', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 500]) {
      const text = 'é'.repeat(length % 7) + 'x'.repeat(length);
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('a nonce', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  it('stays the same for a table until it is revealed', () => {
    expect(keptNonce('t1')).toBeNull();
    const nonce = nonceFor('t1');
    expect(nonce).toMatch(/^[a-z0-9]{1,64}$/);
    expect(nonceFor('t1')).toBe(nonce);
    expect(keptNonce('t1')).toBe(nonce);
    expect(nonceFor('t2')).not.toBe(nonce);
    forgetNonce('t1');
    expect(keptNonce('t1')).toBeNull();
  });
  it('is pledged as the server checks it', () => {
    expect(pledgeOf('a-nonce-of-bob')).toBe(`sha256:${createHash('sha256').update('a-nonce-of-bob').digest('hex')}`);
  });
});
