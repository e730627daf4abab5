import type { ReactNode } from "react";

type Props = { role?: "status" | "alert"; icon: ReactNode; title: string; children: ReactNode };

/** In place of rows: why there are none, and what to do about it. */
export function ListMessage({ role, icon, title, children }: Props) {
  return (
    <div
      role={role}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center [&>p]:text-muted-foreground [&>svg]:size-7 [&>svg]:text-muted-foreground"
    >
      {icon}
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
    </div>
  );
}
