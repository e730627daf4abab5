import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";

type Props = { title: string; count?: number; open: boolean; onToggle: (open: boolean) => void; children: ReactNode };

/** A part of a list that opens and closes; its content exists only while it is open. */
export function Group({ title, count, open, onToggle, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-border border-t">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(!open)}
          className="flex min-h-11 w-full items-center gap-2 px-4 py-2 text-left font-medium text-sm hover:bg-muted/60"
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
        </button>
      </h3>
      {open && children}
    </section>
  );
}
