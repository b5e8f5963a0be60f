/** Clocks: the server's time, counted on here between its messages. */
import type { Clock } from '../generated/protocol';

/** The milliseconds left now, `since` milliseconds after the message that told of the clock. */
export function left(clock: Clock, since: number): number {
  return Math.max(0, clock.runs ? clock.left - since : clock.left);
}

/** `1:42`, `12:05`, `1:02:03`; from two days on `3 d 4 h`, with the units as given. */
export function format(ms: number, units: { day: string; hour: string } = { day: 'd', hour: 'h' }): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours >= 48) return `${Math.floor(hours / 24)} ${units.day} ${hours % 24} ${units.hour}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
