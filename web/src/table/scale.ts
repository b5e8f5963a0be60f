/** The scale of a ruler of points: where it begins and ends, its small marks and those with a number. */
export function scale(
  min: number,
  max: number,
  least: number,
): { low: number; top: number; step: number; big: number } {
  // A game of a handful of points is counted one by one; others end on a five, with room behind the foremost.
  if (max <= least && least <= 10) return { low: Math.min(0, min), top: least, step: 1, big: 1 };
  const top = Math.max(least, Math.ceil((max + 2) / 5) * 5);
  const low = Math.min(0, Math.floor(min / 5) * 5);
  const step = [1, 5, 10, 25, 50].find((size) => (top - low) / size <= 42) ?? 100;
  return { low, top, step, big: step === 1 ? 5 : step * 5 };
}
