"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Message } from "#components/ui/message.tsx";

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
    <Message ref={box} role={role} icon={icon} title={title} level="h2" className="[&>p]:text-muted-foreground">
      {children}
    </Message>
  );
}
