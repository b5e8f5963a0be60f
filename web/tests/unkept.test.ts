import { describe, expect, it, vi } from 'vitest';
import { record, parcel } from '../src/local/api';
import { copyOf } from '../src/local/save';
import { Refused } from '../src/net/refused';
import { Room } from '../src/table/room.svelte';
import { FakeWorld } from './world';

vi.mock('../src/local/api', () => ({ record: vi.fn(), parcel: vi.fn() }));

describe('a copy of a table of this device', () => {
  it('is its record', async () => {
    vi.mocked(record).mockResolvedValueOnce('quipu record 1');
    expect(await copyOf('here-1')).toEqual(['here-1.quipu', 'quipu record 1']);
    expect(parcel).not.toHaveBeenCalled();
  });
  it('is its log alone where it has no record, as at a position that was set up', async () => {
    const none = { code: 'not_now', reason: { key: 'no-record', text: 'there is no record' } } as const;
    vi.mocked(record).mockRejectedValueOnce(new Refused(none, 0));
    vi.mocked(parcel).mockResolvedValueOnce('{"tables":[]}');
    expect(await copyOf('here-1')).toEqual(['here-1.json', '{"tables":[]}', 'application/json']);
    expect(parcel).toHaveBeenCalledWith(['here-1']);
  });
  it('fails where neither can be had, which is to be said', async () => {
    vi.mocked(record).mockRejectedValueOnce(new Error('crashed'));
    vi.mocked(parcel).mockRejectedValueOnce(new Error('no worker'));
    await expect(copyOf('here-1')).rejects.toThrow('no worker');
  });
});

describe('a table that could not be kept', () => {
  it('says whether there is no room, or nothing is kept at all', () => {
    for (const why of ['full', 'refused'] as const) {
      const room = new Room('here-1', new FakeWorld());
      expect(room.unkept).toBe(null);
      room.refuse({ code: 'limit', reason: { key: `storage-${why}`, text: 'this device could not keep it' } });
      expect(room.unkept).toBe(why);
    }
  });
});
