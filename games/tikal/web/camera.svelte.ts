/** What part of the board is seen: fitted, or nearer where counts would be too small to read; wheel, pinch, drag, keys. */
import { FRAME } from './geometry';

/** Counts are drawn 17 units high and stay readable down to 11 px. */
const READABLE = 0.68;
const NEAREST = 2.2;
/** A pointer that went less far has clicked. */
const STILL = 7;

interface Box { x: number; y: number; w: number; h: number }

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels a unit; 0 until the size is known. */
  k = $state(0);
  /** The unit in the middle of the stage. */
  cx = $state(FRAME.x + FRAME.w / 2);
  cy = $state(FRAME.y + FRAME.h / 2);
  /** Whether the last gesture was a drag, so that the click that ends it is none. */
  dragged = false;
  #fingers = new Map<number, { x: number; y: number }>();
  #gone = 0;

  fit = $derived(Math.min(this.width / FRAME.w, this.height / FRAME.h) || 0);
  viewBox = $derived.by(() => {
    const k = this.k || 1;
    const [w, h] = [(this.width || FRAME.w) / k, (this.height || FRAME.h) / k];
    return `${(this.cx - w / 2).toFixed(2)} ${(this.cy - h / 2).toFixed(2)} ${w.toFixed(2)} ${h.toFixed(2)}`;
  });
  near = $derived(this.k > this.fit * 1.01);
  atNearest = $derived(this.k >= NEAREST * 0.99);

  /** Takes the stage's size; the first time it also looks at what matters. */
  resize(width: number, height: number, subject: Box): void {
    const wasFitted = this.k === 0 || Math.abs(this.k - this.fit) < 0.001;
    const first = this.k === 0;
    this.width = width;
    this.height = height;
    if (!width || !height) return;
    if (first || wasFitted) this.k = Math.max(this.fit, Math.min(READABLE, NEAREST));
    if (first) this.look(subject);
    else this.#keep();
  }

  /** Brings a part of the board into the middle, as near as it fits and can be read. */
  look(subject: Box): void {
    const whole = Math.min(this.width / subject.w, this.height / subject.h);
    this.k = Math.max(this.fit, READABLE, Math.min(whole, 0.9));
    if (this.fit >= READABLE) this.k = this.fit;
    this.cx = subject.x + subject.w / 2;
    this.cy = subject.y + subject.h / 2;
    this.#keep();
  }

  /** Makes sure that a point is on the stage, with room about it. */
  show(x: number, y: number, room = 90): void {
    const [w, h] = [this.width / this.k / 2 - room, this.height / this.k / 2 - room];
    if (w <= 0 || h <= 0) [this.cx, this.cy] = [x, y];
    else {
      this.cx = Math.max(x - w, Math.min(x + w, this.cx));
      this.cy = Math.max(y - h, Math.min(y + h, this.cy));
    }
    this.#keep();
  }

  zoom(by: number, px = this.width / 2, py = this.height / 2): void {
    const k = Math.max(this.fit, Math.min(NEAREST, this.k * by));
    // The unit under the pointer stays under it.
    const [dx, dy] = [px - this.width / 2, py - this.height / 2];
    this.cx += dx / this.k - dx / k;
    this.cy += dy / this.k - dy / k;
    this.k = k;
    this.#keep();
  }

  pan(px: number, py: number): void {
    this.cx -= px / this.k;
    this.cy -= py / this.k;
    this.#keep();
  }

  /** The board does not leave the stage: one that fits lies in the middle. */
  #keep(): void {
    const middle = (at: number, from: number, size: number, seen: number) =>
      seen >= size ? from + size / 2 : Math.max(from + seen / 2, Math.min(from + size - seen / 2, at));
    this.cx = middle(this.cx, FRAME.x, FRAME.w, this.width / this.k);
    this.cy = middle(this.cy, FRAME.y, FRAME.h, this.height / this.k);
  }

  wheel = (event: WheelEvent): void => {
    const before = this.k;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - box.left, event.clientY - box.top);
    if (this.k !== before) event.preventDefault();
  };

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (this.#fingers.size === 0) [this.#gone, this.dragged] = [0, false];
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  move = (event: PointerEvent): void => {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId);
    this.#gone += Math.hypot(dx, dy);
    if (this.#gone > STILL && !this.dragged) {
      this.dragged = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    const other = others[0]?.[1];
    if (other) {
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const apart = (x: number, y: number) => Math.hypot(x - other.x, y - other.y) || 1;
      this.zoom(apart(event.clientX, event.clientY) / apart(finger.x, finger.y), (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
      this.pan(dx / 2, dy / 2);
    } else if (this.dragged) this.pan(dx, dy);
    finger.x = event.clientX;
    finger.y = event.clientY;
  };

  up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
  };

  /** Swallows the click at the end of a drag. */
  click = (event: MouseEvent): void => {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  };

  key = (event: KeyboardEvent): void => {
    const step = 60;
    const pans: Record<string, [number, number]> = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.zoom(0);
    else if (event.shiftKey && pans[event.key]) this.pan(...pans[event.key]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
