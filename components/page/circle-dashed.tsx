import { createLucideIcon } from "lucide-react";

/** Lucide's dashed circle in one piece: a list has dozens, and each of its eight dashes would be an element. */
export const CircleDashed = createLucideIcon("circle-dashed", [
  ["circle", { cx: "12", cy: "12", r: "10", strokeDasharray: "3.82 4.034", strokeDashoffset: "1.91", key: "dashes" }],
]);
