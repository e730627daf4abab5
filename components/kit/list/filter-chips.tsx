import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Hint } from "#components/kit/hint.tsx";
import { Button } from "@/components/ui/button";
import type { ListFilter } from "./use-filter.ts";

export type FilterWords = {
  name: string;
  value: string;
  /** Tooltip that distinguishes chips with equal words. */
  title?: string | undefined;
};

type Props<Filter> = {
  filter: ListFilter<Filter>;
  words: readonly FilterWords[];
  /** Moves the focus after the last chip was removed. */
  focusElsewhere: () => void;
};

/** The applied filters as removable chips. The focus moves to the chip at the place of the removed one. */
export function ListChips<Filter>({ filter, words, focusElsewhere }: Props<Filter>) {
  const { applied, change, clear } = filter;
  const t = useTranslations("list.chips");
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  const count = applied.length;
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    const next = count > 0 ? buttons[Math.min(removed.current, count - 1)] : undefined;
    removed.current = null;
    if (next) next.focus();
    else focusElsewhere();
  }, [count, focusElsewhere]);
  if (count === 0) return null;
  return (
    <ul ref={list} aria-label={t("applied")} className="flex flex-wrap items-center gap-1.5 pb-2.5">
      {words.map(({ name, value, title }, index) => (
        <li key={`${name} ${title ?? value}`} className="max-w-full">
          <Hint text={title}>
            <Button
              variant="outline"
              size="xs"
              aria-label={t("remove", { name, value })}
              onClick={() => {
                removed.current = index;
                change(applied[index]?.without ?? {});
              }}
              className="max-w-full shrink gap-1 rounded-full pr-1.5 pl-2.5 font-normal"
            >
              <span className="truncate">
                <span className="text-muted-foreground">{name}:</span> {value}
              </span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </Button>
          </Hint>
        </li>
      ))}
      <li>
        <Button
          variant="ghost"
          size="xs"
          onClick={() => {
            clear();
            focusElsewhere();
          }}
        >
          {t("clearAll")}
        </Button>
      </li>
    </ul>
  );
}
