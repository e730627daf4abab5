import { type ComponentProps, createContext, type ReactNode, use, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { Collapsible } from "@/components/ui/collapsible";
import { SHOW_ENTRY } from "./entry-link.tsx";

/** Longer lists are grouped, and rendered only when opened. */
export const MAX_UNGROUPED = 20;
/** Further groups are merged into one. */
const MAX_GROUPS = 12;

/** True inside a printed `Folded`: its groups are printed too. */
const Printed = createContext(false);

type FoldedProps = Omit<ComponentProps<typeof Collapsible>, "onOpenChange"> & {
  summary: ReactNode;
  summaryClass?: string;
  /** Renders the content when opened, printed or linked to (`holds`), instead of from the start. */
  later: boolean;
  /** Ids of entries inside that links may target. */
  holds?: readonly string[];
};

/** A `details` element; with `later` its content is rendered when it is opened, printed or linked to. */
export function Folded({ summary, summaryClass, later, holds, children, ...rest }: FoldedProps) {
  const [drawn, setDrawn] = useState<"screen" | "paper" | null>(null);
  const isPrinted = use(Printed) || drawn === "paper";
  const isDrawn = !later || drawn !== null || isPrinted;
  useEffect(() => {
    if (isDrawn) return;
    const draw = () => flushSync(() => setDrawn("paper"));
    const show = (event: Event) => {
      if (event instanceof CustomEvent && holds?.includes(event.detail)) flushSync(() => setDrawn("screen"));
    };
    window.addEventListener("beforeprint", draw);
    window.addEventListener(SHOW_ENTRY, show);
    return () => {
      window.removeEventListener("beforeprint", draw);
      window.removeEventListener(SHOW_ENTRY, show);
    };
  }, [isDrawn, holds]);
  return (
    <Collapsible onOpenChange={(open) => open && !isDrawn && setDrawn("screen")} {...rest}>
      <summary className={cn("w-fit rounded", summaryClass)}>{summary}</summary>
      {isDrawn && <Printed value={isPrinted}>{children}</Printed>}
    </Collapsible>
  );
}

type GroupsProps<T> = {
  items: readonly T[];
  /** Key of an item's group, by kind and cause. */
  groupOf: (item: T) => string;
  /** The heading of a group, by one of its items. */
  title: (item: T, group: readonly T[]) => ReactNode;
  /** The heading of the last group, which holds all groups beyond `MAX_GROUPS`. */
  rest: (count: number) => ReactNode;
  idOf?: (item: T) => string;
  draw: (items: readonly T[]) => ReactNode;
};

/** Up to `MAX_UNGROUPED` items as they are; more items in groups by kind and cause, each rendered when opened. */
export function Groups<T>({ items, groupOf, title, rest, idOf, draw }: GroupsProps<T>) {
  if (items.length <= MAX_UNGROUPED) return draw(items);
  const groups = [...Map.groupBy(items, groupOf)];
  const shown = groups.slice(0, MAX_GROUPS);
  const others = groups.slice(MAX_GROUPS).flatMap(([, group]) => group);
  const fold = (key: string, group: readonly T[], summary: ReactNode) => (
    <Folded
      key={key}
      data-printed
      later
      holds={idOf && group.map(idOf)}
      summary={summary}
      className="text-sm"
      summaryClass="wrap-anywhere"
    >
      <div className="mt-2 mb-3 border-border border-l-2 pl-3">{draw(group)}</div>
    </Folded>
  );
  return (
    <div className="space-y-1.5">
      {shown.map(([key, group]) =>
        group[0] === undefined || group.length === 1 ? (
          <div key={key}>{draw(group)}</div>
        ) : (
          fold(key, group, title(group[0], group))
        ),
      )}
      {others.length > 0 && <>{fold("others", others, rest(others.length))}</>}
    </div>
  );
}
