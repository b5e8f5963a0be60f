/**
 * What part of a board its stage shows. It fits the whole board, or the part that matters where the whole would be too
 * small to read, until somebody moves it: by drag, wheel, pinch or keys.
 */
import { lerp, type Point } from './pen';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How near a board is looked at, in pixels a unit. */
export interface Range {
  /** Below this, numbers on the board are too small to read: a part of it is shown instead. */
  readable: number;
  /** The whole board is shown down to this scale, a little below what is readable. */
  tolerable?: number;
  /** The largest scale at which the camera shows a part on its own. */
  part: number;
  /** The largest scale at which the camera shows the whole board on its own. */
  whole?: number;
  /**
   * The most and the least by hand. Without a least the board never gets smaller than it fits, nor leaves the stage.
   */
  nearest: number;
  furthest?: number;
}

/** Something on the board that is in somebody's hand. */
export interface InHand {
  /** Whether a press at a point of the board is on it. */
  takes(at: Point): boolean;
  /** Carries it to a point of the board. */
  carry(at: Point): void;
  /** Turns it, clockwise or against it. */
  turn(by: 1 | -1): void;
  /** Where it lies for now, and how far it reaches from there. */
  lies?(): { at: Point; reach: number } | null;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
const middle = ({ x, y, w, h }: Box): Point => [x + w / 2, y + h / 2];

/** The box round some points; null where there are none. */
export function boxOf(points: readonly Point[], margin: number): Box | null {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

/** A pointer that went less far, in pixels, has clicked. */
const STILL = 7;
const GLIDE_MS = 260;
/** How long somebody who moved the board by hand looks at what they moved it to, in milliseconds. */
const LOOKS_MS = 3000;
/** How far the wheel goes for one turn of what is in hand, in pixels. */
const NOTCH = 60;
/** The angle after which two fingers count as turning, and the angle for each turn of what is in hand, in degrees. */
const TWIST = 15;
const SIXTH = 40;
/** How much room is left between what lies for now and the edge, in pixels: arrows and buttons stand there. */
const SIGHT = 36;
/** The change of distance after which two fingers count as zooming. */
const SPREAD = 0.15;
/** How far an arrow key moves the board, in pixels. */
const STEP = 90;

export class Camera {
  /** The stage in pixels. */
  width = $state(0);
  height = $state(0);
  #centre = $state.raw<Point>([0, 0]);
  #scale = $state(0);
  /** Whether somebody has moved it by hand: then it stays where it is. */
  held = $state(false);
  /** When that was. */
  #moved = -Infinity;
  /** Whether it moves by itself: then nothing below a pointer can be pressed. */
  gliding = $state(false);
  /** Whether it did when a pointer was pressed. */
  #slid = false;
  #whole: () => Box;
  #range: () => Range;
  #frame = 0;
  #stage: HTMLElement | null = null;
  #fingers = new Map<number, Point>();
  /** How far the pointer went since it was pressed. */
  #gone = 0;
  /** What a drag that begins on it carries, and what wheel and two fingers turn. */
  inHand: InHand | null = null;
  #carries = false;
  #wheeled = 0;
  /** What two fingers mean, and how far they have turned and gone apart. */
  #fingersMean: 'zoom' | 'turn' | null = null;
  #twisted = 0;
  #spread = 1;

  constructor(whole: () => Box, range: () => Range) {
    this.#whole = whole;
    this.#range = range;
  }

  readonly whole: Box = $derived.by(() => this.#whole());
  readonly range: Range = $derived.by(() => this.#range());
  /** Pixels a unit when the whole board is seen. */
  readonly fit: number = $derived(this.#fitOf(this.whole));
  /** Pixels a unit now. */
  readonly scale: number = $derived(this.range.furthest ? this.#scale || 1 : Math.max(this.#scale, this.fit) || 1);
  /** Whether there is more board than the stage shows. */
  readonly near: boolean = $derived(this.scale > this.fit * 1.01);
  readonly atNearest: boolean = $derived(this.scale >= this.range.nearest * 0.99);
  /** What the stage shows, in units. */
  readonly box: Box = $derived.by(() => {
    if (!this.width || !this.height) return this.whole;
    const [w, h] = [this.width / this.scale, this.height / this.scale];
    const [x, y] = this.range.furthest ? this.#centre : this.#within(this.#centre, this.scale);
    return { x: x - w / 2, y: y - h / 2, w, h };
  });
  readonly viewBox: string = $derived.by(() =>
    [this.box.x, this.box.y, this.box.w, this.box.h].map((value) => value.toFixed(2)).join(' '),
  );

  #fitOf(box: Box): number {
    return Math.min(this.width / box.w, this.height / box.h) || 0;
  }

  /** The centre moved so that the stage shows the board and not what lies beside it. What fits is centred. */
  #within([x, y]: Point, scale: number): Point {
    const { whole } = this;
    const hold = (at: number, from: number, all: number, window: number) =>
      window >= all ? from + all / 2 : clamp(at, from + window / 2, from + all - window / 2);
    return [hold(x, whole.x, whole.w, this.width / scale), hold(y, whole.y, whole.h, this.height / scale)];
  }

  /** Shows the whole board, or where that is too small, as much about the focus as can be read. */
  fitTo(focus: Box | null, glides = false): void {
    if (!this.width || !this.height) return;
    const { readable, tolerable = readable, part, whole: most = Infinity } = this.range;
    let [aim, scale] = [this.whole, Math.min(this.fit, most)];
    if (scale < tolerable) {
      aim = focus ?? aim;
      scale = clamp(this.#fitOf(aim), readable, part);
    }
    this.#glide(this.#within(middle(aim), scale), scale, glides);
  }

  #glide(to: Point, scale: number, glides: boolean): void {
    this.stop();
    const [from, before] = [middle(this.box), this.#scale ? this.scale : scale];
    // Where it is already there is nothing to wait for.
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) * scale > 1 || Math.abs(scale / before - 1) > 0.002;
    const start = performance.now();
    const step = (now: number) => {
      const share = glides && far ? Math.min((now - start) / GLIDE_MS, 1) : 1;
      const eased = 1 - (1 - share) ** 3;
      this.#centre = lerp(from, to, eased);
      this.#scale = before * (scale / before) ** eased;
      this.gliding = share < 1;
      if (this.gliding) this.#frame = requestAnimationFrame(step);
    };
    step(start);
  }

  /** Ends a glide. */
  stop(): void {
    if (this.#frame) cancelAnimationFrame(this.#frame);
    this.gliding = false;
  }

  /** The unit at a place of the stage, in pixels. */
  at(px = this.width / 2, py = this.height / 2): Point {
    return [this.box.x + px / this.scale, this.box.y + py / this.scale];
  }

  /** The unit under a pointer. */
  under(event: { clientX: number; clientY: number }): Point {
    return this.at(...this.#place(event));
  }

  /** Whether a point is well in sight. */
  sees([px, py]: Point): boolean {
    const { x, y, w, h } = this.box;
    return px > x + w * 0.15 && px < x + w * 0.85 && py > y + h * 0.15 && py < y + h * 0.85;
  }

  /** Moves as little as it takes to have a point in sight with `room` about it; without a room, to its middle. */
  show([x, y]: Point, room = Infinity): void {
    const [cx, cy] = middle(this.box);
    const [w, h] = [Math.max(0, this.box.w / 2 - room), Math.max(0, this.box.h / 2 - room)];
    this.#centre = [clamp(cx, x - w, x + w), clamp(cy, y - h, y + h)];
  }

  /**
   * Moves as little as it takes to have a part in sight where something happens; answers whether it had to. Then it is
   * no longer where somebody put it. Who has it in hand, or had a moment ago, is left alone.
   */
  bring(part: Box, glides = false): boolean {
    const { x, y, w, h } = this.box;
    const inside = part.x >= x && part.y >= y && part.x + part.w <= x + w && part.y + part.h <= y + h;
    const looks = this.#fingers.size > 0 || performance.now() - this.#moved < LOOKS_MS;
    if (inside || looks || !this.near || !this.width) return false;
    const [cx, cy] = middle(part);
    const [rw, rh] = [Math.max(0, w - part.w) / 2, Math.max(0, h - part.h) / 2];
    const [fx, fy] = middle(this.box);
    this.held = false;
    const to: Point = [clamp(fx, cx - rw, cx + rw), clamp(fy, cy - rh, cy + rh)];
    this.#glide(this.range.furthest ? to : this.#within(to, this.scale), this.scale, glides);
    return true;
  }

  pan(dx: number, dy: number): void {
    if (!this.range.furthest && !this.near) return;
    this.stop();
    this.held = true;
    this.#moved = performance.now();
    const [x, y] = middle(this.box);
    this.#centre = [x - dx / this.scale, y - dy / this.scale];
  }

  /** Zooms; what is at a place of the stage, in pixels, stays there. */
  zoom(by: number, px = this.width / 2, py = this.height / 2): void {
    this.stop();
    this.#moved = performance.now();
    const { nearest, furthest, readable, tolerable = readable } = this.range;
    const [x, y] = this.at(px, py);
    const scale = clamp(this.scale * by, furthest ?? this.fit, nearest);
    this.#scale = scale;
    this.#centre = [x + (this.width / 2 - px) / scale, y + (this.height / 2 - py) / scale];
    // Somebody who zooms out to the whole board wants the camera to fit it again, if it can be read like that.
    this.held = furthest !== undefined || this.fit < tolerable || this.near;
  }

  #place({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = this.#stage?.getBoundingClientRect();
    return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
  }

  /** Lets a stage be dragged, pinched, wheeled and moved by keys: `{@attach camera.steer}`. */
  steer = (stage: HTMLElement): (() => void) => {
    this.#stage = stage;
    const ends = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      act: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => stage.addEventListener(name, act, { ...options, signal: ends.signal });
    on('pointerdown', this.#down);
    on('pointermove', this.#move);
    on('pointerup', this.#lift);
    on('pointercancel', this.#lift);
    on('pointerleave', (event) => !stage.hasPointerCapture(event.pointerId) && this.#lift(event));
    on('click', this.#click, { capture: true });
    on('wheel', this.#wheel, { passive: false });
    on('focusin', this.#focus);
    on('keydown', this.#key);
    return () => {
      ends.abort();
      this.stop();
    };
  };

  /** Brings what lies for now into sight, where fingers turn it; not while one carries it. */
  showInHand(): void {
    const lies = this.inHand?.lies?.();
    if (lies && this.near && this.#fingers.size === 0) this.show(lies.at, lies.reach + SIGHT / this.scale);
  }

  #down = (event: PointerEvent): void => {
    if (event.button > 0) return;
    if (this.#fingers.size === 0) {
      this.#gone = 0;
      this.#slid = this.gliding;
      this.#carries = this.inHand?.takes(this.under(event)) ?? false;
    }
    this.#fingers.set(event.pointerId, this.#place(event));
    [this.#fingersMean, this.#twisted, this.#spread] = [null, 0, 1];
  };

  #lift = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
  };

  /** Two fingers: how far they are apart, the way from one to the other in degrees, and the point between them. */
  #pinch(): { gap: number; angle: number; at: Point } | null {
    const [a, b] = [...this.#fingers.values()];
    if (!a || !b) return null;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    return { gap: Math.hypot(dx, dy), angle: (Math.atan2(dy, dx) * 180) / Math.PI, at: lerp(a, b, 0.5) };
  }

  /** Turns what is in hand by two fingers; answers whether that is what they mean. */
  #twist(angle: number, spread: number): boolean {
    if (!this.inHand) return false;
    this.#twisted += ((((angle + 180) % 360) + 360) % 360) - 180;
    this.#spread *= spread;
    if (this.#fingersMean === null && Math.abs(this.#twisted) > TWIST) this.#fingersMean = 'turn';
    if (this.#fingersMean === null && Math.abs(this.#spread - 1) > SPREAD) this.#fingersMean = 'zoom';
    if (this.#fingersMean !== 'turn') return this.#fingersMean === null;
    while (Math.abs(this.#twisted) >= SIXTH) {
      const by = this.#twisted > 0 ? 1 : -1;
      this.#twisted -= by * SIXTH;
      this.inHand.turn(by);
    }
    return true;
  }

  #move = (event: PointerEvent): void => {
    const from = this.#fingers.get(event.pointerId);
    if (!from) return;
    const before = this.#pinch();
    const to = this.#place(event);
    this.#fingers.set(event.pointerId, to);
    const after = this.#pinch();
    if (before && after) {
      this.#gone = Infinity;
      if (this.#twist(after.angle - before.angle, after.gap / (before.gap || 1))) return;
      this.pan(after.at[0] - before.at[0], after.at[1] - before.at[1]);
      this.zoom(after.gap / (before.gap || 1), ...after.at);
      return;
    }
    this.#gone += Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (this.#gone < STILL) return;
    if (!this.#stage!.hasPointerCapture(event.pointerId)) this.#stage!.setPointerCapture(event.pointerId);
    if (this.#carries) this.inHand?.carry(this.under(event));
    else this.pan(to[0] - from[0], to[1] - from[1]);
  };

  /** Swallows the click event that ends a drag, and one whose place slid away below the pointer. */
  #click = (event: MouseEvent): void => {
    if (this.#gone >= STILL || this.#slid) event.stopPropagation();
    [this.#gone, this.#slid] = [0, false];
  };

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (!event.ctrlKey && this.inHand?.takes(this.under(event))) return this.#wheelTurn(event.deltaY * lines);
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    this.zoom(Math.exp(-clamp(event.deltaY * lines, -240, 240) * speed), ...this.#place(event));
  };

  /** A wheel turns by notches, a pad by many small ways. */
  #wheelTurn(way: number): void {
    this.#wheeled = Math.sign(way) === Math.sign(this.#wheeled) ? this.#wheeled + way : way;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.#wheeled = 0;
    this.inHand?.turn(way > 0 ? 1 : -1);
  }

  /** What gets the focus by keys comes into sight. A finger gives the focus, too, and must find the board in place. */
  #focus = (event: FocusEvent): void => {
    if (!(event.target instanceof SVGElement) || !event.target.matches(':focus-visible')) return;
    const [place, stage] = [event.target.getBoundingClientRect(), this.#stage!.getBoundingClientRect()];
    const inside =
      place.left >= stage.left && place.right <= stage.right && place.top >= stage.top && place.bottom <= stage.bottom;
    if (inside) return;
    this.pan(
      (stage.left + stage.right - place.left - place.right) / 2,
      (stage.top + stage.bottom - place.top - place.bottom) / 2,
    );
  };

  #key = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      '+': () => this.zoom(1.25),
      '=': () => this.zoom(1.25),
      '-': () => this.zoom(0.8),
      '0': () => this.zoom(0),
      Home: () => (this.held = false),
      ArrowLeft: () => this.pan(STEP, 0),
      ArrowRight: () => this.pan(-STEP, 0),
      ArrowUp: () => this.pan(0, STEP),
      ArrowDown: () => this.pan(0, -STEP),
    };
    // The arrows belong to the lit places while one of them has the focus; with Shift they always move the board.
    const onPlace = event.target !== this.#stage && event.key.startsWith('Arrow') && !event.shiftKey;
    if (event.ctrlKey || event.metaKey || event.altKey || onPlace || !moves[event.key]) return;
    event.preventDefault();
    moves[event.key]!();
  };
}
