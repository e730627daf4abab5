import { RefreshCw } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { Card, CardContent, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Announced } from "./announced.tsx";
import { IconButton } from "./icon-button.tsx";
import { SectionBoundary } from "./section-boundary.tsx";

/** Notes about sections by section id, shown below their headings. */
export const SectionNotes = createContext<ReadonlyMap<string, ReactNode>>(new Map());

/** A part of the page with its heading; `aside` is at the right end of the heading. */
export function Section({
  id,
  title,
  count,
  aside,
  flush = false,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  aside?: ReactNode;
  /** Without padding: the content reaches the edges. */
  flush?: boolean;
  children: ReactNode;
}) {
  const note = use(SectionNotes).get(id);
  return (
    // Labelled by text: a prerendered file of the desk has the same heading ids.
    <section aria-label={count === undefined ? title : `${title} ${count}`} className="min-w-0">
      <Card className="block p-0">
        <CardHeader className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-border border-b px-4 py-2">
          <h2 id={`${id}-title`} className="font-semibold text-sm">
            <span>{title}</span>
            {count !== undefined && (
              <span className="ml-2 font-normal text-muted-foreground tabular-nums">{count}</span>
            )}
          </h2>
          {aside && <div className="text-muted-foreground text-xs">{aside}</div>}
        </CardHeader>
        {note && <div className="border-border border-b px-4 py-2">{note}</div>}
        <CardContent className={flush ? undefined : "p-4"}>
          <SectionBoundary of={id}>{children}</SectionBoundary>
        </CardContent>
      </Card>
    </section>
  );
}

/** Why a section or a part of it has no entries. `flush` as in `Section`. */
export function EmptySection({ flush = false, children }: { flush?: boolean; children: ReactNode }) {
  return <p className={cn("text-muted-foreground text-sm", flush && "p-4")}>{children}</p>;
}

const ROWS = ["w-64", "w-72", "w-56", "w-60"];

/** The entries of a section while they load; `label` names them. */
export function RowsWaiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="-my-2 divide-y divide-border">
        {ROWS.map((width) => (
          <div key={width} className="py-2">
            <Skeleton className={`h-5 max-w-full ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

type Props = {
  label: string;
  reading: boolean;
  /** Announced while reading. */
  said: string;
  onRead: () => void;
  className?: string;
};

export const RefreshButton = ({ label, reading, said, onRead, className }: Props) => (
  <>
    {/* Separate from the time beside it: changes of the time must not be announced. */}
    <Announced as="span" className="sr-only">
      {reading ? said : ""}
    </Announced>
    {/* Not `disabled`: a disabled button would lose the focus. */}
    <IconButton label={label} aria-disabled={reading} onClick={onRead} className={className}>
      <RefreshCw aria-hidden className={`size-3.5 ${reading ? "motion-safe:animate-spin" : ""}`} />
    </IconButton>
  </>
);
