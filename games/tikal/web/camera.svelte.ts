/**
 * What part of the board is seen: fitted, or nearer where counts would be too small to read. The sheet is as large as
 * the zoom makes it and the stage scrolls over it, so that fingers, focus and `scrollIntoView` work as everywhere.
 */
import { FRAME } from './geometry';

/** Counts are drawn 17 units high and stay readable down to 11 px. */
const READABLE = 0.68;
const NEAREST = 2.2;
/** A pointer that went less far has clicked. */
const STILL = 7;

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export class Camera {
  width = $state(0);
  height = $state(0);
  /** Pixels a unit; 0 until the size is known. */
  k = $state(0);
  /** Grows with each wish, so that one is heard where the sheet stays as it is. */
  wishes = $state(0);
  stage: HTMLElement | undefined;
  /** Whether the last gesture was a drag, so that the click that ends it is none. */
  #dragged = false;
  #moved = false;
  #grip: { x: number; y: number; gone: number } | null = null;
  #apart = 0;
  /** What is to be seen where once the sheet has its new size: a unit and a place of the stage. */
  #wish: [number, number, number, number] | null = null;

  fit = $derived(Math.min(this.width / FRAME.w, this.height / FRAME.h) || 0);
  /** The sheet in pixels: the board, or the whole stage where that is larger. */
  sheet = $derived({
    w: Math.max(this.width, Math.floor(FRAME.w * this.k)),
    h: Math.max(this.height, Math.floor(FRAME.h * this.k)),
  });
  /** The sheet in units, with the board in its middle. */
  box = $derived.by((): Box => {
    const k = this.k || 1;
    const [w, h] = [(this.sheet.w || FRAME.w) / k, (this.sheet.h || FRAME.h) / k];
    return { x: FRAME.x - (w - FRAME.w) / 2, y: FRAME.y - (h - FRAME.h) / 2, w, h };
  });
  viewBox = $derived(
    `${this.box.x.toFixed(2)} ${this.box.y.toFixed(2)} ${this.box.w.toFixed(2)} ${this.box.h.toFixed(2)}`,
  );
  near = $derived(this.k > this.fit * 1.01);
  atNearest = $derived(this.k >= NEAREST * 0.99);

  /** Takes the stage's size; the first time it also looks at what matters. */
  resize(width: number, height: number, subject: Box): void {
    const fitted = this.k === 0 || Math.abs(this.k - Math.max(this.fit, READABLE)) < 0.01;
    this.width = width;
    this.height = height;
    if (!width || !height) return;
    if (fitted || this.k < this.fit) this.k = Math.max(this.fit, READABLE);
    // Until somebody has moved it, the board is shown as it is best seen, also when the bar below it has grown.
    if (!this.#moved) this.look(subject);
  }

  /** Brings the middle of a part of the board into the middle of the stage. */
  look(subject: Box): void {
    if (this.fit < READABLE)
      this.k = Math.max(READABLE, Math.min(0.9, this.width / subject.w, this.height / subject.h));
    this.#wish = [subject.x + subject.w / 2, subject.y + subject.h / 2, this.width / 2, this.height / 2];
    this.wishes += 1;
  }

  /** Scrolls to what was wished for; called when the sheet has its size. */
  settle(): void {
    if (this.#wish) this.#centre(...this.#wish);
    this.#wish = null;
  }

  #centre(x: number, y: number, px = this.width / 2, py = this.height / 2): void {
    this.stage?.scrollTo((x - this.box.x) * this.k - px, (y - this.box.y) * this.k - py);
  }

  /** The unit at a place of the stage. */
  at(px = this.width / 2, py = this.height / 2): [number, number] {
    return [
      this.box.x + ((this.stage?.scrollLeft ?? 0) + px) / (this.k || 1),
      this.box.y + ((this.stage?.scrollTop ?? 0) + py) / (this.k || 1),
    ];
  }

  /** Makes sure that a point is on the stage, with room about it. */
  show(x: number, y: number, room: number): void {
    const [cx, cy] = this.at();
    const [w, h] = [Math.max(0, this.width / this.k / 2 - room), Math.max(0, this.height / this.k / 2 - room)];
    this.#centre(Math.max(x - w, Math.min(x + w, cx)), Math.max(y - h, Math.min(y + h, cy)));
  }

  zoom(by: number, px = this.width / 2, py = this.height / 2): void {
    const k = Math.max(this.fit, Math.min(NEAREST, this.k * by));
    if (k === this.k) return;
    this.#moved = true;
    // The unit under the pointer stays under it.
    const [x, y] = this.at(px, py);
    this.k = k;
    this.#wish = [x, y, px, py];
  }

  #place(clientX: number, clientY: number): [number, number] {
    const box = this.stage?.getBoundingClientRect();
    return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
  }

  wheel = (event: WheelEvent): void => {
    const before = this.k;
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...this.#place(event.clientX, event.clientY));
    if (this.k !== before || this.near) event.preventDefault();
  };

  /* A mouse drags the sheet; fingers scroll it by themselves, two of them zoom. */
  down = (event: PointerEvent): void => {
    this.#dragged = false;
    if (event.pointerType !== 'mouse') this.#moved = true;
    if (event.pointerType === 'mouse' && event.button === 0)
      this.#grip = { x: event.clientX, y: event.clientY, gone: 0 };
  };

  move = (event: PointerEvent): void => {
    // The button may have been let go where the stage did not hear of it.
    if (event.buttons === 0) this.#grip = null;
    const grip = this.#grip;
    if (!grip) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    grip.gone += Math.hypot(dx, dy);
    [grip.x, grip.y] = [event.clientX, event.clientY];
    if (grip.gone <= STILL) return;
    if (!this.#dragged) this.stage?.setPointerCapture(event.pointerId);
    [this.#dragged, this.#moved] = [true, true];
    this.stage?.scrollBy(-dx, -dy);
  };

  up = (): void => {
    this.#grip = null;
  };

  touch = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!a || !b) {
      this.#apart = 0;
      return;
    }
    event.preventDefault();
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (this.#apart)
      this.zoom(apart / this.#apart, ...this.#place((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
    this.#apart = apart;
  };

  /** Swallows the click at the end of a drag. */
  click = (event: MouseEvent): void => {
    if (!this.#dragged) return;
    this.#dragged = false;
    event.stopPropagation();
    event.preventDefault();
  };

  key = (event: KeyboardEvent): void => {
    const step = 60;
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const pan = event.shiftKey ? pans[event.key] : undefined;
    if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === '0') this.zoom(0);
    else if (pan) this.stage?.scrollBy(...pan);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
