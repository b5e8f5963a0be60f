/** What part of the hall the stage shows: all of it where it fits, else a window that is zoomed and panned. */
import { SIDE } from './geometry';
import type { Point } from '$quipu/board/pen';

/** The hall with its masonry and a margin. */
const WIDTH = 8 * SIDE + 116;
const HEIGHT = 8 * SIDE * 0.866 + 96;
/** Pixels a unit below which figures would be too small to read: there the board stays zoomed in. */
const READABLE = 0.75;
const CLOSEST = 2.4;

export class Camera {
  width = $state(0);
  height = $state(0);
  #zoom = $state<number | null>(null);
  #x = $state(0);
  #y = $state(0);

  /** Pixels a unit when the whole hall is seen. */
  readonly whole = $derived(Math.min(this.width / WIDTH, this.height / HEIGHT) || 1);
  /** Pixels a unit now. */
  readonly scale = $derived(this.#zoom ?? (this.whole < READABLE * 0.82 ? READABLE : this.whole));
  /** Whether there is more than the stage shows. */
  readonly closer = $derived(this.scale > this.whole * 1.02);
  readonly box = $derived.by(() => {
    const [w, h] = [(this.width || WIDTH) / this.scale, (this.height || HEIGHT) / this.scale];
    // The window stays on the hall; what fits is centred.
    const hold = (at: number, window: number, all: number) =>
      window >= all ? 0 : Math.min(Math.max(at, (window - all) / 2), (all - window) / 2);
    return { x: hold(this.#x, w, WIDTH) - w / 2, y: hold(this.#y, h, HEIGHT) - h / 2, w, h };
  });
  /** How much larger handles are drawn so that a finger can hit them and figures can be read. */
  readonly unit = $derived(Math.max(1, 0.8 / this.scale));

  /** The point of the board under a place of the stage. */
  at(x: number, y: number): Point {
    return [this.box.x + x / this.scale, this.box.y + y / this.scale];
  }

  /** Zooms about a place of the stage. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const [bx, by] = this.at(x, y);
    const scale = Math.min(CLOSEST, Math.max(this.whole, this.scale * factor));
    this.#zoom = scale <= this.whole * 1.001 && this.whole >= READABLE * 0.82 ? null : scale;
    this.#x = bx - x / scale + this.width / scale / 2;
    this.#y = by - y / scale + this.height / scale / 2;
  }

  /** Moves the window by so many pixels. */
  panBy(dx: number, dy: number): void {
    const { x, y, w, h } = this.box;
    this.#x = x + w / 2 - dx / this.scale;
    this.#y = y + h / 2 - dy / this.scale;
  }

  /** Centres on a point, unless it is well in sight already. */
  show([px, py]: Point, always = false): void {
    const { x, y, w, h } = this.box;
    const inside = px > x + w * 0.15 && px < x + w * 0.85 && py > y + h * 0.15 && py < y + h * 0.85;
    if (inside && !always) return;
    this.#x = px;
    this.#y = py;
  }
}
