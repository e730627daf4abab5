"use client";

import { type ComponentProps, useEffect, useRef } from "react";

const SHOWN_MS = 1_600;

/** A cell that shines briefly when what it says has changed while one looks; never where motion is not wanted. */
export function LiveCell({ value, ...rest }: ComponentProps<"td"> & { value: string }) {
  const cell = useRef<HTMLTableCellElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    cell.current?.animate([{ backgroundColor: "var(--accent)", borderRadius: "4px" }, { borderRadius: "4px" }], {
      duration: SHOWN_MS,
      easing: "ease-in",
    });
  }, [value]);
  return <td ref={cell} {...rest} />;
}
