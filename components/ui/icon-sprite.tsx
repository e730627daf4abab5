"use client";

import {
  BadgeCheck,
  CircleCheck,
  CircleDot,
  CircleMinus,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Diamond,
  FileQuestionMark,
  Hourglass,
  Triangle,
  TriangleAlert,
  UserCheck,
  X,
} from "lucide-react";
import { CircleDashed } from "./circle-dashed.tsx";

/** The icons that a page may have dozens of. */
const ICONS = {
  accepted: BadgeCheck,
  approval: UserCheck,
  closed: CircleMinus,
  dashed: CircleDashed,
  done: CircleCheck,
  dot: CircleDot,
  failed: CircleX,
  high: TriangleAlert,
  incomplete: FileQuestionMark,
  low: Triangle,
  medium: Diamond,
  rejected: CircleSlash,
  unknown: CircleQuestionMark,
  waiting: Hourglass,
  x: X,
};

export type IconName = keyof typeof ICONS;

/** Each drawn once in a page; `SpriteIcon` shows it in a tenth of its size in HTML. Not `display: none`, which printing leaves out. */
export function IconSprite() {
  return (
    <svg aria-hidden className="absolute size-0">
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon className={name === "low" ? "origin-center rotate-180" : undefined} />
        </symbol>
      ))}
      {METERS.map((filled) => (
        <symbol key={filled} id={`icon-meter-${filled}`} viewBox="0 0 28 8">
          {SQUARES.map((index) => (
            <rect
              key={index}
              x={index * 10 + 0.5}
              y={0.5}
              width={7}
              height={7}
              rx={1.5}
              className={index < filled ? "fill-current stroke-current" : "fill-none stroke-input/60"}
            />
          ))}
        </symbol>
      ))}
    </svg>
  );
}

const SQUARES = [0, 1, 2];
const METERS = [0, 1, 2, 3];

/** For sight alone: what it says has to be said in words as well. */
export const SpriteIcon = ({ name, className }: { name: IconName | `meter-${number}`; className?: string }) => (
  <svg aria-hidden className={className}>
    <use href={`#icon-${name}`} />
  </svg>
);
