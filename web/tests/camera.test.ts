import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** Gives a camera a stage without a document, and answers what sends it a pointer's events. */
function steered(one: Camera) {
  const heard = new Map<string, (event: never) => void>();
  one.steer({
    addEventListener: (name: string, act: (event: never) => void) => heard.set(name, act),
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    hasPointerCapture: () => true,
  } as unknown as HTMLElement);
  return (name: string, at: [number, number], more: object = {}) =>
    heard.get(name)!({
      button: 0,
      pointerId: 1,
      clientX: at[0],
      clientY: at[1],
      preventDefault() {},
      ...more,
    } as never);
}

describe('what is told', () => {
  afterEach(() => vi.restoreAllMocks());

  it('comes into sight where it is not, with as little as that takes', () => {
    const phone = camera(300, 300);
    const before = phone.box;
    expect(phone.bring({ x: 800, y: 300, w: 50, h: 50 }), 'in sight').toBe(false);
    expect(phone.box).toEqual(before);
    expect(phone.bring({ x: 100, y: 200, w: 50, h: 50 })).toBe(true);
    expect(phone.box.x).toBeCloseTo(100);
    expect(phone.box.y).toBeCloseTo(before.y);
    expect(phone.bring({ x: 0, y: 0, w: 500, h: 400 }), 'larger than the stage').toBe(true);
    expect(phone.at()[0]).toBeCloseTo(250);
    expect(camera(1000, 700).bring({ x: -50, y: 0, w: 50, h: 50 }), 'all is in sight').toBe(false);
  });

  it('lets go of where somebody put the board, but not while they look there', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const phone = camera(300, 300);
    const send = steered(phone);
    phone.pan(10, 0);
    now.mockReturnValue(1000);
    expect(phone.bring({ x: 100, y: 200, w: 50, h: 50 })).toBe(false);
    now.mockReturnValue(9000);
    send('pointerdown', [10, 10]);
    expect(phone.bring({ x: 100, y: 200, w: 50, h: 50 }), 'in hand').toBe(false);
    send('pointerup', [10, 10]);
    expect([phone.bring({ x: 100, y: 200, w: 50, h: 50 }), phone.held]).toEqual([true, false]);
  });
});

it('a press on what slides away below the finger does nothing; it counts once the board rests', () => {
  let frame: (now: number) => void = () => {};
  vi.stubGlobal('requestAnimationFrame', (act: typeof frame) => ((frame = act), 1));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  const phone = camera(300, 300);
  const send = steered(phone);
  const pressed = () => {
    const stopPropagation = vi.fn();
    send('pointerdown', [100, 100]);
    send('pointerup', [100, 100]);
    send('click', [100, 100], { stopPropagation });
    return stopPropagation.mock.calls.length === 0;
  };
  expect(pressed()).toBe(true);
  const start = performance.now();
  phone.fitTo({ x: 0, y: 0, w: 100, h: 100 }, true);
  frame(start + 100);
  expect(pressed()).toBe(false);
  frame(start + 300);
  expect(phone.box.x).toBe(0);
  expect(pressed()).toBe(true);
  phone.fitTo({ x: 10, y: 0, w: 80, h: 100 }, true);
  expect(pressed(), 'it is there already').toBe(true);
  vi.unstubAllGlobals();
});

describe('what is in hand', () => {
  /** A stage of 1000 by 500 pixels at one pixel a unit. */
  function stage() {
    const one = camera(1000, 500);
    const send = steered(one);
    const told: (string | number)[] = [];
    one.inHand = {
      takes: ([x]) => x < 200,
      carry: ([x]) => told.push(`to ${x}`),
      turn: (by) => told.push(by),
    };
    return { one, told, send };
  }

  it('is carried by a drag that begins on it, while the board stays', () => {
    const { one, told, send } = stage();
    one.zoom(1.5, 0, 0);
    const before = one.viewBox;
    send('pointerdown', [100, 100]);
    send('pointermove', [150, 100]);
    expect(told).toEqual(['to 100']);
    expect(one.viewBox).toBe(before);
    send('pointerup', [150, 100]);
    send('pointerdown', [600, 100]);
    send('pointermove', [560, 100]);
    expect(told, 'a drag beside it moves the board').toHaveLength(1);
    expect(one.viewBox).not.toBe(before);
  });

  it('is brought into sight where it lies for now, and not while it is carried', () => {
    const { one, send } = stage();
    one.zoom(3, 0, 0);
    const before = one.viewBox;
    one.inHand!.lies = () => ({ at: [790, 390], reach: 20 });
    send('pointerdown', [100, 100]);
    one.showInHand();
    expect(one.viewBox).toBe(before);
    send('pointerup', [100, 100]);
    one.showInHand();
    const { x, y, w, h } = one.box;
    expect([790 < x + w, 390 < y + h]).toEqual([true, true]);
  });

  it('is turned by the wheel over it, notch by notch; beside it the wheel zooms', () => {
    const { one, told, send } = stage();
    const wheel = (x: number, deltaY: number) => send('wheel', [x, 50], { deltaY, deltaMode: 0 });
    wheel(100, 100);
    for (let small = 0; small < 6; small++) wheel(100, -20);
    expect(told).toEqual([1, -1, -1]);
    expect(one.near).toBe(false);
    wheel(600, -200);
    expect(one.near).toBe(true);
  });

  it('is turned by two fingers, which then do not zoom', () => {
    const { one, told, send } = stage();
    const finger = (name: string, id: number, degrees: number) =>
      send(name, [300 + 80 * Math.cos((degrees * Math.PI) / 180), 200 + 80 * Math.sin((degrees * Math.PI) / 180)], {
        pointerId: id,
      });
    finger('pointerdown', 1, 180);
    finger('pointerdown', 2, 0);
    for (let turned = 5; turned <= 90; turned += 5) {
      finger('pointermove', 1, 180 + turned);
      finger('pointermove', 2, turned);
    }
    expect(told).toEqual([1, 1]);
    expect(one.near).toBe(false);
  });
});
