/** The icons of `icons.svg`, from top to bottom, each with the class of its position in `icons.css`. */
export const ICONS = {
  accepted: "[--icon:0]",
  approval: "[--icon:1]",
  arrow: "[--icon:2]",
  chevron: "[--icon:3]",
  closed: "[--icon:4]",
  dashed: "[--icon:5]",
  done: "[--icon:6]",
  dot: "[--icon:7]",
  failed: "[--icon:8]",
  high: "[--icon:9]",
  incomplete: "[--icon:10]",
  low: "[--icon:11]",
  medium: "[--icon:12]",
  "meter-0": "[--icon:13]",
  "meter-1": "[--icon:14]",
  "meter-2": "[--icon:15]",
  "meter-3": "[--icon:16]",
  rejected: "[--icon:17]",
  unknown: "[--icon:18]",
  waiting: "[--icon:19]",
  x: "[--icon:20]",
  overdue: "[--icon:21]",
} as const;

export type IconName = keyof typeof ICONS;

/** The classes that draw an icon before an element's text. */
export const iconClass = (name: IconName): string => `icon ${ICONS[name]}`;
