"use client";

import encodeQR from "qr";
import { useMemo } from "react";

/** Modules of white around the code, which readers need (ISO/IEC 18004: four). */
const QUIET = 4;

type Props = { text: string; label: string };

/** A QR code, dark on white in both themes: readers expect it so. */
export function QrCode({ text, label }: Props) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border border-border bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

/** One path for all dark modules: a run of them in a row is one rectangle. */
function drawn(text: string): { path: string; size: number } {
  const rows: boolean[][] = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const path = rows.flatMap((row, y) => {
    const bits = row.map((dark) => (dark ? "1" : "0")).join("");
    return [...bits.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { path: path.join(""), size: rows.length };
}
