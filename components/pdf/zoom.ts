/** As wide as there is room for, or a share of the paper's own size. */
export type Zoom = "fit" | number;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
export const SMALLEST: number = STEPS[0];
export const LARGEST: number = STEPS[STEPS.length - 1] ?? 4;

/** Two shares that one cannot tell apart are one step. */
const SAME = 0.005;

/** The next step up or down from where one is, which need not be a step itself; where there is none, where one is. */
export function stepped(from: number, direction: 1 | -1): number {
  const onward =
    direction === 1 ? STEPS.find((step) => step > from + SAME) : STEPS.findLast((step) => step < from - SAME);
  return onward ?? from;
}

/** A PDF counts in points, 72 to the inch; a page on the screen 96. */
const PIXELS_PER_POINT = 96 / 72;

/** Pixels a point: the share asked for, or the one at which `points` fill `pixels`. */
export function scaleOf(zoom: Zoom, points: number, pixels: number): number {
  if (zoom !== "fit") return zoom * PIXELS_PER_POINT;
  const fitting = pixels / points;
  return Math.min(Math.max(fitting, SMALLEST * PIXELS_PER_POINT), LARGEST * PIXELS_PER_POINT);
}

export const shareOf = (scale: number): number => scale / PIXELS_PER_POINT;
