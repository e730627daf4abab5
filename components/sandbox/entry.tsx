import type { ReactNode } from "react";

type Props = { title: string; code?: string; shows: string; action: ReactNode; children?: ReactNode };

/** Something that can be played: what it is, what the dashboard will show, and the button. */
export function Entry({ title, code, shows, action, children }: Props) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-2.5 pl-10 hover:bg-muted/40 max-sm:pl-4">
      <div className="min-w-0 space-y-0.5">
        <p className="text-sm">
          <span className="font-medium">{title}</span>
          {code && <code className="wrap-anywhere ml-2 text-muted-foreground text-xs">{code}</code>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">{shows}</p>
        {children}
      </div>
      {action}
    </li>
  );
}
