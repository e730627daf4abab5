/** The icons drawn by `icons.css`. */
export const ICONS = [
  "accepted",
  "approval",
  "arrow",
  "chevron",
  "closed",
  "dashed",
  "done",
  "dot",
  "failed",
  "high",
  "incomplete",
  "low",
  "medium",
  "meter-0",
  "meter-1",
  "meter-2",
  "meter-3",
  "rejected",
  "unknown",
  "waiting",
  "x",
] as const;

export type IconName = (typeof ICONS)[number];

/** The classes that draw an icon before an element's words. */
export const iconClass = (name: IconName): string => `icon icon-${name}`;
