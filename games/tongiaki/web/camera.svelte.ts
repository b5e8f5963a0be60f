/** What part of the sea is seen: it grows without bound, so the board can be moved and brought nearer. */
import type { Point } from '$quipu/board/pen';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A number on a route is 25 units high and must not be shown below 11 pixels unless somebody asks for it. */
const LEAST_BY_ITSELF = 11 / 25;
const LEAST = 0.16;
const MOST = 3;

export function boxOf(points: readonly Point[], margin: number): Box | null {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export class Camera {
  /** The stage in pixels. */
  width = $state(0);
  height = $state(0);
  /** The point in the middle, and pixels per unit. */
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** Whether somebody has moved it by hand: then it stays. */
  held = $state(false);
  readonly viewBox = $derived(
    `${this.x - this.width / this.scale / 2} ${this.y - this.height / this.scale / 2} ${this.width / this.scale} ${this.height / this.scale}`,
  );
  #frame = 0;

  /** Shows a whole box, at most at `most`, or as much round its focus as can be read, at most at `near`. */
  show(whole: Box, focus: Box | null, least: number, most: number, near: number, calm: boolean) {
    if (!this.width || !this.height) return;
    const fit = (box: Box) => Math.min(this.width / box.width, this.height / box.height);
    let scale = Math.min(fit(whole), most);
    let aim = whole;
    if (scale < Math.max(least, LEAST_BY_ITSELF)) {
      aim = focus ?? whole;
      scale = clamp(fit(aim), Math.max(least, LEAST_BY_ITSELF), near);
    }
    let [x, y] = [aim.x + aim.width / 2, aim.y + aim.height / 2];
    // What is seen beside the focus is rather the table than the open sea.
    const [halfX, halfY] = [this.width / scale / 2, this.height / scale / 2];
    x = whole.width > 2 * halfX ? clamp(x, whole.x + halfX, whole.x + whole.width - halfX) : whole.x + whole.width / 2;
    y =
      whole.height > 2 * halfY ? clamp(y, whole.y + halfY, whole.y + whole.height - halfY) : whole.y + whole.height / 2;
    this.#glide(x, y, scale, calm);
  }

  #glide(x: number, y: number, scale: number, calm: boolean) {
    cancelAnimationFrame(this.#frame);
    const from = { x: this.x, y: this.y, scale: this.scale };
    const start = performance.now();
    const step = (now: number) => {
      const share = calm ? 1 : Math.min((now - start) / 320, 1);
      const eased = 1 - (1 - share) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.scale = from.scale * (scale / from.scale) ** eased;
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    step(start);
  }

  pan(dx: number, dy: number) {
    cancelAnimationFrame(this.#frame);
    this.held = true;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Zooms about a point of the stage, in pixels from its corner. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2) {
    cancelAnimationFrame(this.#frame);
    this.held = true;
    const scale = clamp(this.scale * factor, LEAST, MOST);
    const [fx, fy] = [px - this.width / 2, py - this.height / 2];
    this.x += fx / this.scale - fx / scale;
    this.y += fy / this.scale - fy / scale;
    this.scale = scale;
  }

  stop() {
    cancelAnimationFrame(this.#frame);
  }
}

/**
 * Lets a stage be dragged, pinched, wheeled and moved by keys. A drag that went somewhere is not a click, so the click
 * that ends it is held back.
 */
export function steer(stage: HTMLElement, camera: Camera) {
  const fingers = new Map<number, Point>();
  let moved = 0;
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? { gap: Math.hypot(a[0] - b[0], a[1] - b[1]), x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 } : null;
  };
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    act: (event: HTMLElementEventMap[K]) => void,
    options?: AddEventListenerOptions,
  ) => {
    stage.addEventListener(name, act, options);
    return () => stage.removeEventListener(name, act, options);
  };
  const place = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const lift = (event: PointerEvent) => fingers.delete(event.pointerId);
  const undo = [
    on('pointerdown', (event) => {
      if (event.button > 0) return;
      if (fingers.size === 0) moved = 0;
      fingers.set(event.pointerId, place(event));
    }),
    on('pointermove', (event) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const before = spread();
      const to = place(event);
      fingers.set(event.pointerId, to);
      const after = spread();
      if (before && after) {
        camera.pan(after.x - before.x, after.y - before.y);
        camera.zoom(after.gap / (before.gap || 1), after.x, after.y);
        moved = 99;
        return;
      }
      moved += Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (moved < 7) return;
      if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      camera.pan(to[0] - from[0], to[1] - from[1]);
    }),
    on('pointerup', lift),
    on('pointercancel', lift),
    on('pointerleave', (event) => {
      if (!stage.hasPointerCapture(event.pointerId)) lift(event);
    }),
    on(
      'click',
      (event) => {
        if (moved >= 7) event.stopPropagation();
        moved = 0;
      },
      { capture: true },
    ),
    on(
      'wheel',
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        camera.zoom(Math.exp(-clamp(event.deltaY * lines, -240, 240) * 0.0016), ...place(event));
      },
      { passive: false },
    ),
    // Who goes through the places by keyboard sees each one: what lies outside is brought to the middle.
    on('focusin', (event) => {
      // A finger gives the focus, too, and must find the sea where it was.
      if (!(event.target instanceof SVGElement) || !event.target.matches(':focus-visible')) return;
      const [place, sea] = [event.target.getBoundingClientRect(), stage.getBoundingClientRect()];
      const inside =
        place.left >= sea.left && place.right <= sea.right && place.top >= sea.top && place.bottom <= sea.bottom;
      if (!inside)
        camera.pan(
          (sea.left + sea.right - place.left - place.right) / 2,
          (sea.top + sea.bottom - place.top - place.bottom) / 2,
        );
    }),
    on('keydown', (event) => {
      const step = 90;
      const moves: Record<string, () => void> = {
        '+': () => camera.zoom(1.25),
        '=': () => camera.zoom(1.25),
        '-': () => camera.zoom(0.8),
        Home: () => (camera.held = false),
        ArrowLeft: () => camera.pan(step, 0),
        ArrowRight: () => camera.pan(-step, 0),
        ArrowUp: () => camera.pan(0, step),
        ArrowDown: () => camera.pan(0, -step),
      };
      // The arrows belong to the lit places while one of them has the focus; with Shift they always move the sea.
      const onPlace = event.target !== stage && event.key.startsWith('Arrow') && !event.shiftKey;
      if (event.ctrlKey || event.metaKey || event.altKey || onPlace || !moves[event.key]) return;
      event.preventDefault();
      moves[event.key]!();
    }),
  ];
  return { destroy: () => undo.forEach((off) => off()) };
}
