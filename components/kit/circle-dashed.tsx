import { createLucideIcon } from "lucide-react";

/** Lucide's dashed circle as one path: a list has dozens of them, and Lucide's has an element for each of eight dashes. */
export const CircleDashed = createLucideIcon("circle-dashed", [
  ["circle", { cx: "12", cy: "12", r: "10", strokeDasharray: "3.82 4.034", strokeDashoffset: "1.91", key: "dashes" }],
]);
