import { describe, expect, it } from 'vitest';
import { Camera, type Range } from '../src/board/camera.svelte';

const BOARD = { x: 0, y: 0, w: 1000, h: 500 };
function camera(width: number, height: number, range: Partial<Range> = {}): Camera {
  const made = new Camera(
    () => BOARD,
    () => ({ readable: 0.5, part: 0.8, nearest: 2, ...range }),
  );
  [made.width, made.height] = [width, height];
  made.fitTo({ x: 800, y: 400, w: 100, h: 100 });
  return made;
}

describe('the camera', () => {
  it('shows the whole board in its middle where it can be read', () => {
    const wide = camera(1000, 700);
    expect(wide.box).toEqual({ x: 0, y: -100, w: 1000, h: 700 });
    expect(wide.near).toBe(false);
  });

  it('shows a part round the focus where it cannot, and nothing beside the board', () => {
    const phone = camera(300, 300);
    expect(phone.scale).toBe(0.8);
    expect(phone.box.x + phone.box.w).toBeCloseTo(1000);
    expect(phone.box.y + phone.box.h).toBeCloseTo(500);
  });

  it('keeps the unit under the pointer when it zooms, within its bounds', () => {
    const one = camera(1000, 500);
    const before = one.at(250, 100);
    one.zoom(1.5, 250, 100);
    expect(one.at(250, 100)[0]).toBeCloseTo(before[0]);
    expect(one.at(250, 100)[1]).toBeCloseTo(before[1]);
    expect(one.held).toBe(true);
    one.zoom(100);
    expect(one.scale).toBe(2);
    one.zoom(0);
    expect([one.scale, one.held]).toEqual([1, false]);
  });

  it('is moved by hand, but not off a board that has an end', () => {
    const fits = camera(1000, 500);
    fits.pan(100, 0);
    expect([fits.held, fits.box.x]).toEqual([false, 0]);
    const near = camera(300, 300);
    near.pan(5000, 0);
    expect([near.held, near.box.x]).toEqual([true, 0]);
    const open = camera(300, 300, { furthest: 0.1 });
    open.pan(5000, 0);
    expect(open.box.x).toBeLessThan(-1000);
  });

  it('brings a point into sight with room about it, and no further', () => {
    const near = camera(300, 300);
    near.show([100, 100], 50);
    expect(near.box.x).toBeCloseTo(50);
    expect(near.sees([100, 100])).toBe(false);
    near.show([500, 250]);
    expect(near.at()).toEqual([500, 250]);
    expect(near.sees([500, 250])).toBe(true);
  });
});
