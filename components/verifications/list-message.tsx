"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  role?: "status" | "alert";
  icon: ReactNode;
  title: string;
  /** Takes the focus over when the message goes while one of its buttons has it: rows arrive by themselves. */
  focusElsewhere: () => void;
  children: ReactNode;
};

/** In place of rows: why there are none, and what to do about it. */
export function ListMessage({ role, icon, title, focusElsewhere, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) focusElsewhere();
    };
  }, [focusElsewhere]);
  return (
    <div
      ref={box}
      role={role}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center [&>p]:text-muted-foreground [&>svg]:size-7 [&>svg]:text-muted-foreground"
    >
      {icon}
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
    </div>
  );
}
