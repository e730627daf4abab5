import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";

type Props = { title: string; count?: number; open: boolean; onToggle: (open: boolean) => void; children: ReactNode };

/** A part of a list that opens and closes; its content exists only while it is open. */
export function Group({ title, count, open, onToggle, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-border border-t">
      <h3>
        <Button
          variant="ghost"
          aria-expanded={open}
          onClick={() => onToggle(!open)}
          className="h-auto min-h-11 w-full justify-start gap-2 whitespace-normal rounded-none px-4 py-2 text-left hover:bg-muted/60"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-muted-foreground transition-transform duration-100 ${open ? "rotate-90" : ""}`}
          />
          <span id={id} className="min-w-0 flex-1">
            {title}
          </span>
          {count !== undefined && (
            <span className="font-normal text-muted-foreground text-xs tabular-nums">{count}</span>
          )}
        </Button>
      </h3>
      {open && children}
    </section>
  );
}

type EntryProps = { title: string; code?: string; shows: string; action: ReactNode; children?: ReactNode };

/** Something that can be played: what it is, what the dashboard will show, and the button. */
export function Entry({ title, code, shows, action, children }: EntryProps) {
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
